import { type ZipArchive } from '../../zip';
import { type SharedTexts } from '../../shared-row';
import { type XlsxLimits } from '../limits';
import { type ByteFeed } from '../rows/byte-feed';
import { createSharedStringParser } from '../rows/shared-string-parser';
import { createStringArena, noSharedTexts, type StringArena } from '../../string-arena';
import { createUtf8Converter, type Utf8Converter } from '../../ooxml/xml/xml-encoding';
import { findPart } from '../../ooxml/relationships';

/** Greatest growth from UTF-16 to UTF-8, as a ratio of bytes. */
const UTF8_GROWTH_MAX = 1.5;

/** Creates the parser of the part, which fills an arena. */
export type SharedStringFeed = (arena: StringArena, itemBytesMax: number) => ByteFeed;

/** Reads the shared strings of a workbook, piece by piece; empty where the workbook has no such part. */
export async function loadSharedStrings(
  archive: ZipArchive,
  part: string | undefined,
  limits: XlsxLimits,
  createFeed: SharedStringFeed,
): Promise<SharedTexts> {
  const entry = part === undefined ? undefined : findPart(archive, part);
  if (entry === undefined) return noSharedTexts;
  const arena = createStringArena(entry.byteSize * UTF8_GROWTH_MAX, {
    bytesMax: limits.sharedStringBytesMax,
    countMax: limits.sharedStringsMax,
  });
  const feed = createFeed(arena, limits.cellBytesMax);
  await archive.stream(entry, (bytes) => {
    feed.write(bytes);
    return true;
  });
  feed.end();
  return arena;
}

/** Creates the parser of an XML part in any encoding. */
export function createXmlStringFeed(arena: StringArena, itemBytesMax: number): ByteFeed {
  const parser = createSharedStringParser(arena, itemBytesMax);
  let converter: Utf8Converter | null | undefined;
  return {
    write(bytes) {
      if (converter === undefined) converter = createUtf8Converter(bytes);
      parser.write(converter?.convert(bytes) ?? bytes);
    },
    end: () => {
      parser.end();
    },
  };
}
