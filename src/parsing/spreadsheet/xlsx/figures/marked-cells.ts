import { type ZipArchive, type ZipEntry } from '../../zip';
import { scanAttributes } from '../xml/xml-attributes';
import { createUtf8Converter, type Utf8Converter } from '../xml/xml-encoding';
import { wholeNumber } from '../xml/xml-values';

const MARK = ' vm=';
/** More than the start tag of a cell has. */
const TAG_BYTES_MAX = 512;

/** A cell and the number of its value metadata. */
export interface MarkedCell {
  cell: string;
  valueMetadata: number;
}

/** The first `cellsMax` cells of a worksheet that have value metadata, found by searching for it rather than by reading cells. */
export async function findMarkedCells(
  archive: ZipArchive,
  entry: ZipEntry,
  cellsMax: number,
): Promise<MarkedCell[]> {
  const cells: MarkedCell[] = [];
  let converter: Utf8Converter | null | undefined;
  let held = Buffer.alloc(0);
  let searchedTo = 0;
  const search = (to: number) => {
    for (let at = held.indexOf(MARK, searchedTo); at >= 0 && at < to; at = held.indexOf(MARK, at + 1)) {
      const cell = readMarkedCell(held, at);
      if (cell !== null && cells.length < cellsMax) cells.push(cell);
    }
    searchedTo = to;
  };
  await archive.stream(entry, (bytes) => {
    if (converter === undefined) converter = createUtf8Converter(bytes);
    held = Buffer.concat([held, converter?.convert(bytes) ?? bytes]);
    search(Math.max(searchedTo, held.length - TAG_BYTES_MAX));
    const done = Math.max(0, searchedTo - TAG_BYTES_MAX);
    held = held.subarray(done);
    searchedTo -= done;
    return cells.length < cellsMax;
  });
  search(held.length);
  return cells;
}

/** The cell whose start tag has its mark at this position; null where that is no cell with a place. */
function readMarkedCell(bytes: Buffer, mark: number): MarkedCell | null {
  const start = bytes.lastIndexOf('<', mark);
  const end = bytes.indexOf('>', mark);
  if (start < 0 || end < 0) return null;
  const tag = bytes.toString('latin1', start, end);
  const attributes = new Map<string, string>();
  for (const { name, raw } of scanAttributes(tag, tag.search(/\s/), tag.length)) attributes.set(name, raw);
  const cell = attributes.get('r');
  return cell === undefined ? null : { cell, valueMetadata: wholeNumber(attributes.get('vm')) };
}
