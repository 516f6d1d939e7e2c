import { damagedOffice } from '../office/compound-stream';

const pageBytes = 512;
const pageMask = 0x3f_ffff;
/** Bytes beside each run of a page: an offset, and for paragraphs twelve bytes of their height. */
const runBytes = { characters: 1, paragraphs: 13 } as const;

/** Properties of a run of text in the main stream. */
export interface PropertyRun {
  /** Offset behind its last byte. */
  end: number;
  /** Properties; those of a paragraph begin with the number of its style, and may be empty. */
  bytes: Buffer;
}

/**
 * Finder of the properties at an offset of the main stream, in its pages of 512 bytes ([MS-DOC] 2.9.33,
 * 2.9.174).
 *
 * @param table list of the pages
 * @throws DocumentError `corrupt` where the list has more pages than the stream
 */
export function createPropertyPages(
  main: Buffer,
  table: Buffer,
  kind: keyof typeof runBytes,
): (offset: number) => PropertyRun {
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  if (count > main.length / pageBytes) throw damagedOffice('it lists more properties than it has');
  const none = Buffer.alloc(0);

  return (offset) => {
    const index = findRun(table, 0, count, offset);
    if (index < 0) return { end: count > 0 ? table.readUInt32LE(0) : Infinity, bytes: none };
    if (index >= count) return { end: Infinity, bytes: none };
    const pageEnd = table.readUInt32LE((index + 1) * 4);
    const start = (table.readUInt32LE((count + 1 + index) * 4) & pageMask) * pageBytes;
    if (start + pageBytes > main.length) return { end: pageEnd, bytes: none };
    const page = main.subarray(start, start + pageBytes);
    const runs = page[pageBytes - 1]!;
    if ((runs + 1) * 4 + runs * runBytes[kind] > pageBytes - 1) return { end: pageEnd, bytes: none };
    const run = findRun(page, 0, runs, offset);
    if (run < 0) return { end: Math.max(page.readUInt32LE(0), offset + 1), bytes: none };
    if (run >= runs) return { end: Math.max(pageEnd, offset + 1), bytes: none };
    const at = page[(runs + 1) * 4 + run * runBytes[kind]]! * 2;
    return {
      end: page.readUInt32LE((run + 1) * 4),
      bytes: at === 0 ? none : kind === 'characters' ? counted(page, at) : countedWords(page, at),
    };
  };
}

/** Index of the run with an offset among ascending offsets; -1 before the first, `count` behind the last. */
function findRun(offsets: Buffer, first: number, count: number, offset: number): number {
  let low = first;
  let high = count + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets.readUInt32LE(middle * 4) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function counted(page: Buffer, at: number): Buffer {
  return page.subarray(at + 1, Math.min(at + 1 + page[at]!, pageBytes - 1));
}

/** The properties of a paragraph, counted in words less a byte, or, behind a zero, in words. */
function countedWords(page: Buffer, at: number): Buffer {
  const words = page[at]!;
  const start = words > 0 ? at + 1 : at + 2;
  const byteSize = words > 0 ? words * 2 - 1 : (page[at + 1] ?? 0) * 2;
  return page.subarray(start, Math.min(start + byteSize, pageBytes - 1));
}
