import { median } from '../../median';
import { type Atom, type Flow } from './atom';
import { type CellRow } from './cell-rows';
import { type Lexicon } from './lexicon';
import { joinLines } from './paragraphs';
import { linesOf, type Segment } from './segment';
import { aroundAtoms, segmentsOf } from './strips';
import { tableOfTexts } from './table-grid';
import { areMarginNotes } from './text-blocks';

/** Confidence of a table that is recognised by its layout only, without rules or tags. */
export const tableConfidence = 0.7;
/** Words past which, in all cells of a column, the column is running text in a grid. */
const cellWordsMax = 15;
/** Least share of cells with several lines that begin with a heading in a grid of text. */
const headedShareMin = 0.3;

/**
 * Reads rows of cells row by row: as a table, or cell by cell where cells hold texts of their own, with
 * headings, tables or figures.
 *
 * @param read puts the atoms of one cell into reading order
 */
export function flowsOfCells(
  rows: readonly CellRow[],
  lexicon: Lexicon,
  read: (atoms: readonly Atom[]) => Flow[],
): Flow[] {
  if (!areTableRows(rows)) return rows.flatMap((row) => row.flatMap(read));
  const isShared = (row: CellRow) => row.filter((cell) => cell.length > 0).length >= 2;
  const first = rows.findIndex(isShared);
  const last = rows.findLastIndex(isShared);
  const cells = rows.slice(first, last + 1);
  const texts = cells.map((row) => row.map((cell) => cellText(linesOf(segmentsOf(cell)), lexicon)));
  const table = tableOfTexts(texts);
  return [
    ...read(rows.slice(0, first).flat(2)),
    { kind: 'table', rect: aroundAtoms(cells.flat(2)), table, confidence: tableConfidence },
    ...read(rows.slice(last + 1).flat(2)),
  ];
}

/** Lines of a cell, joined into one text. */
export function cellText(lines: readonly Segment[], lexicon: Lexicon): string {
  return lines.reduce((text, line) => joinLines(text, line.text, lexicon), '');
}

/** Whether rows of cells are a table, and no grid of texts with headings. */
export function areTableRows(rows: readonly CellRow[]): boolean {
  const cells = rows.flat();
  if (cells.some((cell) => cell.some((atom) => atom.kind !== 'segment'))) return false;
  const columns = rows[0]!.map((_, index) =>
    rows.map((row) => row[index]!).filter((cell) => cell.length > 0),
  );
  const lines = columns.map((column) => column.flatMap((cell) => linesOf(segmentsOf(cell))));
  if (areMarginNotes(lines)) return false;
  const words = (cell: readonly Atom[]) =>
    segmentsOf(cell).reduce((sum, segment) => sum + segment.words.length, 0);
  if (columns.every((column) => column.length > 0 && median(column.map(words))! > cellWordsMax)) return false;
  const several = cells.map((cell) => linesOf(segmentsOf(cell))).filter((lines) => lines.length > 1);
  const headed = several.filter((lines) => lines[0]!.bold && !lines.at(-1)!.bold).length;
  return headed < several.length * headedShareMin;
}
