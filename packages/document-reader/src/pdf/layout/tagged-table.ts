import { around, type Rect } from '../rect';
import { type Tag } from '../structure';
import { type TableGrid } from './atom';
import { headerRowsOf } from './header-rows';
import { type Lexicon } from './lexicon';
import { joinLines } from './paragraphs';
import { linesInOrder } from './tagged-lines';
import { type Word } from './word';

/** Words of one cell. */
export interface TaggedCell {
  tag: Tag;
  words: Word[];
}

/** Words by the column of their cell. */
type Row = (Word[] | undefined)[];

/** Builds a table of tagged cells. Tags may omit cells without text, so that positions decide the columns. */
export function taggedTable(
  cells: readonly TaggedCell[],
  lexicon: Lexicon,
): { rect: Rect; table: TableGrid; confidence: number } {
  const rows: (Row | undefined)[] = [];
  const headers: boolean[] = [];
  for (const { tag, words } of cells) {
    const { row, column, header } = tag.cell!;
    const target = (rows[row] ??= []);
    target[column] = [...(target[column] ?? []), ...words];
    headers[row] = (headers[row] ?? true) && header;
  }
  const kept = rows.flatMap((row, index) => (row === undefined ? [] : [{ row, header: headers[index]! }]));
  const width = Math.max(...kept.map(({ row }) => row.length));
  const texts = inColumns(
    kept.map(({ row }) => row),
    width,
  ).map((row) => Array.from({ length: width }, (_, column) => cellText(row[column] ?? [], lexicon)));
  const firstBody = kept.findIndex(({ header }) => !header);
  const tagged = firstBody < 0 ? Math.min(1, kept.length - 1) : firstBody;
  // Many programs tag all cells alike.
  const hasHeader = cells.some(({ tag }) => tag.cell!.header);
  const headerRows = hasHeader ? tagged : headerRowsOf(texts);
  const rect = around(cells.flatMap(({ words }) => words));
  return { rect, table: { rows: texts, headerRows }, confidence: 1 };
}

/**
 * Assigns the cells of incomplete rows to columns by position, with the columns of complete rows as
 * reference.
 */
function inColumns(rows: readonly Row[], width: number): Row[] {
  const full = rows.filter((row) => row.filter((words) => words !== undefined).length === width);
  const columns = Array.from({ length: width }, (_, column) => around(full.flatMap((row) => row[column]!)));
  const overlap = (rect: Rect, column: number) =>
    Math.min(rect.right, columns[column]!.right) - Math.max(rect.left, columns[column]!.left);
  return rows.map((row) => {
    if (full.length === 0 || row.length === width) return row;
    const moved: Row = [];
    let next = 0;
    for (const [index, words] of row.entries()) {
      if (words === undefined) continue;
      const rect = around(words);
      // Columns for the remaining cells of the row stay free.
      const last = width - (row.length - index);
      let best = Math.min(next, last);
      for (let column = next; column <= last; column++) {
        if (overlap(rect, column) > overlap(rect, best)) best = column;
      }
      moved[best] = words;
      next = best + 1;
    }
    return moved;
  });
}

function cellText(words: readonly Word[], lexicon: Lexicon): string {
  return linesInOrder(words)
    .map((line) => line.text)
    .reduce((before, line) => joinLines(before, line, lexicon), '');
}
