import { type SourceFile } from '../source/source-file';
import { readCentralDirectory } from './central-directory';
import { locateDirectory } from './end-of-directory';
import { type ZipEntry } from './zip-entry';
import { oversizedArchive } from './zip-error';
import { defaultZipLimits } from './zip-limits';

/** Reads `length` bytes of a file from `position` on, both within the file. */
export type ReadRange = (position: number, length: number) => Promise<Buffer>;

/** End of an archive with its end records and the longest comment, and mostly the whole directory. */
const tailBytes = 96 * 1024;
const directoryBytesMax = 1024 * 1024;

/** Bytes of a file from `position` on. */
interface Piece {
  position: number;
  bytes: Buffer;
}

/**
 * Reads the central directory of an archive that is not a local file, in one or two ranges.
 *
 * @throws SourceError as `readCentralDirectory`, `too_large` for a directory above 1 MiB too
 */
export async function readRangedDirectory(byteSize: number, read: ReadRange): Promise<ZipEntry[]> {
  const position = Math.max(0, byteSize - tailBytes);
  const tail = { position, bytes: await read(position, byteSize - position) };
  const directory = locateDirectory(knownPieces(byteSize, [tail]));
  if (directory.offset >= position)
    return readCentralDirectory(knownPieces(byteSize, [tail]), defaultZipLimits);
  if (directory.byteSize > directoryBytesMax) throw oversizedArchive('its table of contents is too large');
  const bytes = await read(directory.offset, directory.byteSize);
  const pieces = [{ position: directory.offset, bytes }, tail];
  return readCentralDirectory(knownPieces(byteSize, pieces), defaultZipLimits);
}

/** A file of which only these pieces can be read. */
function knownPieces(byteSize: number, pieces: readonly Piece[]): SourceFile {
  return {
    byteSize,
    read(target, position) {
      const piece = pieces.find(
        ({ position: start, bytes }) => position >= start && position + target.length <= start + bytes.length,
      );
      return piece?.bytes.copy(target, 0, position - piece.position) ?? 0;
    },
    close: () => undefined,
  };
}
