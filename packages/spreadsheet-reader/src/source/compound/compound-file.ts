import { type SourceFile } from '../source-file';
import { type ByteStream, extentStream } from '../byte-stream';
import { readDirectory, rootStreams, type DirectoryEntry } from './compound-directory';
import { miniExtents, openSectors } from './compound-sectors';
import { damagedCompoundFile } from './compound-error';

/** A compound file ([MS-CFB]): streams by lower-case name. */
export interface CompoundFile {
  /** Names in the root storage; names in other storages belong to embedded objects. */
  readonly rootNames: ReadonlySet<string>;
  /**
   * A stream of the root storage, or of any storage where the root's tree does not lead to it. Null where
   * there is none.
   */
  stream(name: string): ByteStream | null;
}

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
/** Size below which a stream is in mini sectors; the header declares it too, but allows no other value. */
const miniCutoffBytes = 4096;

/** Whether a file begins with the signature of a compound file. */
export function isCompoundFile(file: SourceFile): boolean {
  const start = Buffer.alloc(SIGNATURE.length);
  return file.read(start, 0) === start.length && start.equals(SIGNATURE);
}

/**
 * Reads the tables of a compound file; streams are read on demand. Chains with loops and sectors past the end
 * of the file cannot make it read more than the file holds.
 *
 * @throws SourceError `corrupt` where the tables are inconsistent
 */
export function openCompoundFile(file: SourceFile): CompoundFile {
  const header = Buffer.alloc(headerBytes);
  if (file.read(header, 0) < headerBytes) throw damagedCompoundFile('it ends within its header');
  const sectors = openSectors(file, header);
  const directory = readDirectory(sectors.stream(header.readInt32LE(48), Infinity));
  const root = directory.find(({ kind }) => kind === 'root');
  const inRoot = rootStreams(directory);
  const rootNames = new Set(inRoot.map(({ name }) => name));

  function open({ start, byteSize }: DirectoryEntry): ByteStream {
    if (byteSize >= miniCutoffBytes || !root) return sectors.stream(start, byteSize);
    const table = sectors.stream(header.readInt32LE(60), Infinity);
    const container = sectors.extents(root.start, root.byteSize).extents;
    const { extents, complete } = miniExtents(table, container, start, byteSize);
    return extentStream(file, extents, complete);
  }

  return {
    rootNames,
    stream(name) {
      const entry = (rootNames.has(name) ? inRoot : directory).find(
        (candidate) => candidate.kind === 'stream' && candidate.name === name,
      );
      return entry ? open(entry) : null;
    },
  };
}
