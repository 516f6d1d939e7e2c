import { openSourceFile, type SourceFile } from '../source/source-file';
import { readCentralDirectory } from './central-directory';
import { inflateWhole } from './entry-data';
import { streamEntry, type TakeBytes } from './entry-stream';
import { createInflateBudget, type InflateBudget } from './inflate-budget';
import { type ZipEntry } from './zip-entry';
import { encryptedArchive, oversizedArchive } from './zip-error';
import { defaultZipLimits, type ZipLimits } from './zip-limits';

/**
 * An open archive. Faults of the file are `SourceError`s; those of the disk pass through. Not safe for
 * concurrent reads.
 */
export interface ZipArchive {
  readonly fileBytes: number;
  /** Warnings for the user, as sentences. */
  readonly warnings: readonly string[];
  /** Files of the archive, in the order of its directory; of several of one name the last. */
  readonly entries: readonly ZipEntry[];
  /** Finds an entry by name, case-insensitively; a leading slash is ignored. */
  find(name: string): ZipEntry | undefined;
  /**
   * Reads the whole entry, at most `bytesMax` bytes (default and upper bound: the limit for entries that are
   * read whole).
   */
  read(entry: ZipEntry, bytesMax?: number): Buffer;
  stream(entry: ZipEntry, take: TakeBytes): Promise<void>;
  /** Reads the first `byteSize` bytes, fewer where the entry is shorter. */
  readStart(entry: ZipEntry, byteSize: number): Promise<Buffer>;
  close(): void;
}

/**
 * Opens an archive, by path or from a source file, which it closes, and checks its directory against the
 * limits. An archive with an entry that needs a password is refused, unless `keepsEncrypted` says that only
 * reading the entry is.
 */
export function openZip(
  source: string | SourceFile,
  limits: ZipLimits = defaultZipLimits,
  { keepsEncrypted = false }: { keepsEncrypted?: boolean } = {},
): ZipArchive {
  const file = typeof source === 'string' ? openSourceFile(source) : source;
  try {
    const archive = createArchive(file, limits);
    if (!keepsEncrypted && archive.entries.some(({ isEncrypted }) => isEncrypted)) throw encryptedArchive();
    return archive;
  } catch (error) {
    file.close();
    throw error;
  }
}

function createArchive(file: SourceFile, limits: ZipLimits): ZipArchive {
  const warnings: string[] = [];
  const entries = new Map<string, ZipEntry>();
  for (const entry of readCentralDirectory(file, limits)) {
    const key = entry.name.toLowerCase();
    if (entries.has(key) && warnings.length === 0) {
      warnings.push('Several parts of the file have the same name; the last one of each was read.');
    }
    entries.set(key, entry);
  }
  const budget = createInflateBudget(limits);
  return {
    fileBytes: file.byteSize,
    warnings,
    entries: [...entries.values()],
    find: (name) => entries.get(name.replace(/^\/+/, '').toLowerCase()),
    read(entry, bytesMax = limits.wholeEntryBytesMax) {
      if (entry.byteSize > Math.min(bytesMax, limits.wholeEntryBytesMax)) {
        throw oversizedArchive('one of its parts is far larger than such parts are');
      }
      budget.admit(entry);
      const bytes = inflateWhole(file, entry);
      budget.spend(bytes.length);
      return bytes;
    },
    stream: (entry, take) => streamWithin(budget, file, entry, take),
    async readStart(entry, byteSize) {
      const pieces: Buffer[] = [];
      let missing = byteSize;
      await streamWithin(budget, file, entry, (bytes) => {
        pieces.push(bytes);
        missing -= bytes.length;
        return missing > 0;
      });
      return Buffer.concat(pieces).subarray(0, byteSize);
    },
    close: () => {
      file.close();
    },
  };
}

async function streamWithin(
  budget: InflateBudget,
  file: SourceFile,
  entry: ZipEntry,
  take: TakeBytes,
): Promise<void> {
  budget.admit(entry);
  await streamEntry(file, entry, (bytes) => {
    budget.spend(bytes.length);
    return take(bytes);
  });
}
