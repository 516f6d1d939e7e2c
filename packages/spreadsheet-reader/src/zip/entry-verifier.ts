import { crc32 } from 'node:zlib';
import { type ZipEntry } from './zip-entry';
import { damagedArchive } from './zip-error';

/** Check of a streamed entry's bytes against the directory. */
export interface EntryVerifier {
  /** Throws `corrupt` as soon as there are more bytes than declared. */
  add(bytes: Buffer): void;
  /** Throws `corrupt` where bytes are missing or the checksum differs. */
  end(): void;
}

export function createEntryVerifier(entry: ZipEntry): EntryVerifier {
  let seenBytes = 0;
  let checksum = 0;
  return {
    add(bytes) {
      seenBytes += bytes.length;
      if (seenBytes > entry.byteSize) throw mismatchedEntry();
      checksum = crc32(bytes, checksum);
    },
    end() {
      if (seenBytes !== entry.byteSize || checksum !== entry.crc32) throw mismatchedEntry();
    },
  };
}

/** Error for an entry that does not match the directory. */
export function mismatchedEntry(cause?: unknown): Error {
  return damagedArchive('a part does not have the size or the checksum that was noted for it', cause);
}
