import { type ZipArchive, type ZipEntry } from '../../zip';
import { type MainNames, readMainNames, undeclaredNames } from '../rows/main-names';
import { scanAttributes } from '../../ooxml/xml/xml-attributes';
import { createUtf8Converter, type Utf8Converter } from '../../ooxml/xml/xml-encoding';

/** Greatest size of the start tag and the formula of a cell with an image. */
const CELL_BYTES_MAX = 1024;
const CELL_START = /<((?:[^\s<>:/]+:)?)c\s/g;

/**
 * Calls `take` with the place and the XML (up to some bytes behind the mark) of each cell that contains the
 * mark, until `take` returns false. The part is searched and not parsed, because it may be large and cells
 * with images are few.
 */
export async function findMarkedCells(
  archive: ZipArchive,
  entry: ZipEntry,
  mark: string,
  take: (cell: string, xml: string) => boolean,
): Promise<void> {
  let converter: Utf8Converter | null | undefined;
  let names: MainNames = undeclaredNames;
  let held = Buffer.alloc(0);
  let isStart = true;
  let searchedTo = 0;
  let wanted = true;

  function search(to: number): void {
    for (
      let at = held.indexOf(mark, searchedTo);
      wanted && at >= 0 && at < to;
      at = held.indexOf(mark, at + 1)
    ) {
      const xml = held.toString('utf8', Math.max(0, at - CELL_BYTES_MAX), at + CELL_BYTES_MAX);
      const markAt = held.toString('utf8', Math.max(0, at - CELL_BYTES_MAX), at).length;
      const cell = cellAround(names, xml, markAt);
      if (cell !== null) wanted = take(cell.place, cell.xml);
    }
    searchedTo = to;
  }

  await archive.stream(entry, (bytes) => {
    if (converter === undefined) converter = createUtf8Converter(bytes);
    held = Buffer.concat([held, converter?.convert(bytes) ?? bytes]);
    if (isStart) names = readMainNames(held, held.length) ?? names;
    isStart = false;
    search(Math.max(searchedTo, held.length - CELL_BYTES_MAX));
    const done = Math.max(0, searchedTo - CELL_BYTES_MAX);
    held = held.subarray(done);
    searchedTo -= done;
    return wanted;
  });
  search(held.length);
}

/** Cell of a mark: the last start tag before it; null where the tag does not give its place. */
function cellAround(
  { plain, prefixes }: MainNames,
  xml: string,
  mark: number,
): { place: string; xml: string } | null {
  let start = -1;
  for (const { index, 1: prefix = '' } of xml.slice(0, mark).matchAll(CELL_START)) {
    const isCell = prefix === '' ? plain : prefixes.some((known) => `${known.toString()}:` === prefix);
    if (isCell) start = index;
  }
  if (start < 0) return null;
  const attributes = start + xml.slice(start).search(/\s/);
  for (const { name, raw } of scanAttributes(xml, attributes, xml.length)) {
    if (name === 'r') return { place: raw, xml: xml.slice(start) };
  }
  return null;
}
