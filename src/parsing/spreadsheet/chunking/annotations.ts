import { parseCell, type SheetLayout } from 'spreadsheet-reader';

type Link = SheetLayout['links'][number];
type Comment = SheetLayout['comments'][number];

export interface ChunkAnnotations {
  links: Link[];
  comments: Comment[];
}

/** Source of a sheet's links and comments; each is returned once. */
export interface Annotations {
  /**
   * Takes the links and comments within a range, as many as fit a chunk; null for none. Rows 1-based, columns
   * 0-based, all bounds inclusive.
   */
  take(firstRow: number, lastRow: number, firstColumn: number, lastColumn: number): ChunkAnnotations | null;
  /** Takes as many of the remaining ones as fit a chunk, in cell order; null when none remain. */
  takeRest(): ChunkAnnotations | null;
}

interface Item {
  row: number;
  column: number;
  chars: number;
  link: Link | null;
  comment: Comment | null;
  taken: boolean;
}

/** Upper bound of the characters of links and comments in one chunk. */
const annotationCharsMax = 64_000;

/**
 * Creates the source, sorted by cell. Entries with an invalid reference count as row 0; `takeRest` returns
 * them.
 */
export function createAnnotations({ links, comments }: Pick<SheetLayout, 'links' | 'comments'>): Annotations {
  const items = [
    ...links.map((link) => itemOf(link.cell, link.url.length, link, null)),
    ...comments.map((comment) => itemOf(comment.cell, comment.text.length, null, comment)),
  ].sort((a, b) => a.row - b.row || a.column - b.column);
  let restFrom = 0;

  function firstInRow(row: number): number {
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle]!.row < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    take(firstRow, lastRow, firstColumn, lastColumn) {
      if (items.length === 0) return null;
      const found: Item[] = [];
      let chars = 0;
      for (let i = firstInRow(firstRow); i < items.length && items[i]!.row <= lastRow; i++) {
        const item = items[i]!;
        if (item.taken || item.column < firstColumn || item.column > lastColumn) continue;
        chars += item.chars;
        if (chars > annotationCharsMax && found.length > 0) break;
        found.push(item);
      }
      return takeItems(found);
    },
    takeRest() {
      const found: Item[] = [];
      let chars = 0;
      for (; restFrom < items.length; restFrom++) {
        const item = items[restFrom]!;
        if (item.taken) continue;
        chars += item.chars;
        if (chars > annotationCharsMax && found.length > 0) break;
        found.push(item);
      }
      return takeItems(found);
    },
  };
}

function itemOf(reference: string, chars: number, link: Link | null, comment: Comment | null): Item {
  const cell = parseCell(reference);
  return { row: cell?.row ?? 0, column: cell?.column ?? 0, chars: chars + 40, link, comment, taken: false };
}

function takeItems(found: readonly Item[]): ChunkAnnotations | null {
  if (found.length === 0) return null;
  for (const item of found) item.taken = true;
  return {
    links: found.flatMap((item) => item.link ?? []),
    comments: found.flatMap((item) => item.comment ?? []),
  };
}
