import { type ZipArchive } from '../../zip';
import { type SharedTexts } from '../../shared-row';
import { type XlsxLimits } from '../limits';
import { createSharedStringParser } from '../rows/shared-string-parser';
import { createStringArena, noSharedTexts } from '../../string-arena';
import { createUtf8Converter, type Utf8Converter } from '../../ooxml/xml/xml-encoding';
import { findPart } from '../../ooxml/relationships';

/** Greatest growth from UTF-16 to UTF-8, as a ratio of bytes. */
const UTF8_GROWTH_MAX = 1.5;

/** Reads the shared strings of a workbook, piece by piece; empty where the workbook has no such part. */
export async function loadSharedStrings(
  archive: ZipArchive,
  part: string | undefined,
  limits: XlsxLimits,
): Promise<SharedTexts> {
  const entry = part === undefined ? undefined : findPart(archive, part);
  if (entry === undefined) return noSharedTexts;
  const arena = createStringArena(entry.byteSize * UTF8_GROWTH_MAX, {
    bytesMax: limits.sharedStringBytesMax,
    countMax: limits.sharedStringsMax,
  });
  const parser = createSharedStringParser(arena, limits.cellBytesMax);
  let converter: Utf8Converter | null | undefined;
  await archive.stream(entry, (bytes) => {
    if (converter === undefined) converter = createUtf8Converter(bytes);
    parser.write(converter?.convert(bytes) ?? bytes);
    return true;
  });
  parser.end();
  return arena;
}
