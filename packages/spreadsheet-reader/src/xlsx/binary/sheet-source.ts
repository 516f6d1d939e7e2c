import { type ZipArchive, type ZipEntry } from '../../zip';
import { type XlsxLimits } from '../limits';
import { HEAD_BYTES_MAX, type SheetSource } from '../sheet/sheet-source';
import { noSurroundings } from '../sheet/surroundings';
import { createRecordFeed } from './record-feed';
import { createSurroundingsReader } from './surroundings';

/** Opens the binary part of a worksheet, whole or streamed as an XML part is. */
export async function openBinarySheet(
  archive: ZipArchive,
  entry: ZipEntry,
  { sheetInMemoryBytesMax, cellBytesMax }: XlsxLimits,
): Promise<SheetSource> {
  const surroundings = noSurroundings();
  const feed = createRecordFeed(createSurroundingsReader(surroundings), cellBytesMax);
  if (entry.byteSize <= sheetInMemoryBytesMax) {
    const part = archive.read(entry);
    feed.write(part);
    feed.end();
    return {
      surroundings,
      complete: true,
      passRows(parser) {
        parser.write(part);
        parser.end();
      },
    };
  }
  feed.write(await archive.readStart(entry, HEAD_BYTES_MAX));
  return {
    surroundings,
    complete: false,
    async passRows(parser) {
      await archive.stream(entry, (bytes) => {
        parser.write(bytes);
        return true;
      });
      parser.end();
    },
  };
}
