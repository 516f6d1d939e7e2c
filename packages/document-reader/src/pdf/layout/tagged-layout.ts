import { type PageTags, type Tag } from '../structure';
import { around } from '../rect';
import { type Role, type RoleContext, roleOf } from './classify';
import { type Lexicon } from './lexicon';
import { type PagePiece } from './page-layout';
import { paragraphOfLines } from './paragraphs';
import { linesInOrder } from './tagged-lines';
import { type TaggedCell, taggedTable } from './tagged-table';
import { type Word } from './word';

/** Least share of letters with tags at which the tags are used. */
const coverageMin = 0.8;

/**
 * Least number of paragraphs that hold nothing but an amount or a sign, and their share of all, from which the
 * cells of a table are tagged as paragraphs.
 */
const cellParagraphsMin = 6;
const cellParagraphShareMin = 0.25;
/** Rows of tables with misplaced cells from which the tags of a page are not believed. */
const misplacedRowsMin = 2;
/** Least tables of a single row from which the tags of a page are not believed, and least cells of one. */
const rowTablesMin = 4;
const rowCellsMin = 3;
const amountOrSign = /^[\p{Sc}\d(][\d.,)%\p{Sc}]*$|^[)%—–-]$/u;

/**
 * Whether the tags of a page cover enough of its text to define its layout. Those that call each cell of a table
 * a paragraph or each row a table, or name cells in another order than that of the columns, do not.
 */
export function areTagged(words: readonly Word[], tags: PageTags): boolean {
  if (tags.size === 0 || areCellsParagraphs(words, tags) || areRowsTables(words, tags)) return false;
  if (areCellsMisplaced(words, tags)) return false;
  let all = 0;
  let tagged = 0;
  for (const { text, mark } of words) {
    all += text.length;
    if (tags.has(mark)) tagged += text.length;
  }
  return tagged > 0 && tagged >= all * coverageMin;
}

function areCellsParagraphs(words: readonly Word[], tags: PageTags): boolean {
  const paragraphs = new Map<number, boolean>();
  for (const { mark, text } of words) {
    const tag = tags.get(mark);
    if (tag === undefined || tag.kind !== 'paragraph') continue;
    if (tag.cell !== null) return false;
    paragraphs.set(tag.block, (paragraphs.get(tag.block) ?? true) && amountOrSign.test(text));
  }
  const amounts = [...paragraphs.values()].filter(Boolean).length;
  return amounts >= cellParagraphsMin && amounts >= paragraphs.size * cellParagraphShareMin;
}

/** Whether most tables are a single row of several cells, as Excel tags rows with blank ones between them. */
function areRowsTables(words: readonly Word[], tags: PageTags): boolean {
  const tables = new Map<number, { rows: Set<number>; cells: Set<string> }>();
  for (const { mark } of words) {
    const cell = tags.get(mark)?.cell;
    if (cell === undefined || cell === null) continue;
    const table = tables.get(cell.table) ?? { rows: new Set(), cells: new Set() };
    tables.set(cell.table, table);
    table.rows.add(cell.row);
    table.cells.add(`${cell.row} ${cell.column}`);
  }
  const single = [...tables.values()].filter(
    ({ rows, cells }) => rows.size === 1 && cells.size >= rowCellsMin,
  );
  return single.length >= rowTablesMin && single.length * 2 > tables.size;
}

/**
 * Whether cells stand left of the one that the tags name before them, as the merged cells that Excel writes
 * behind the others of their row: counted by number, they would have the columns of other cells. Tables that are
 * written from right to left are none of these.
 */
function areCellsMisplaced(words: readonly Word[], tags: PageTags): boolean {
  const rows = new Map<string, Map<number, Word[]>>();
  for (const word of words) {
    const cell = tags.get(word.mark)?.cell;
    if (cell === undefined || cell === null) continue;
    const key = `${cell.table} ${cell.row}`;
    const row = rows.get(key) ?? new Map<number, Word[]>();
    rows.set(key, row);
    row.set(cell.column, [...(row.get(cell.column) ?? []), word]);
  }
  let pairs = 0;
  let backward = 0;
  let misplaced = 0;
  for (const row of rows.values()) {
    const places = [...row].sort(([a], [b]) => a - b).map(([, inside]) => around(inside));
    const steps = places.slice(1).filter((place, index) => place.right <= places[index]!.left).length;
    pairs += places.length - 1;
    backward += steps;
    if (steps > 0) misplaced++;
  }
  return misplaced >= misplacedRowsMin && backward * 2 < pairs;
}

/** Page pieces of tagged words, in the order of the tags. */
export function layOutTagged(words: readonly Word[], tags: PageTags, context: RoleContext): PagePiece[] {
  const { lexicon } = context;
  const plain = areAllParagraphs(words, tags) ? context : null;
  const blocks = new Map<number, { tag: Tag; words: Word[]; marks: Word[] }>();
  for (const word of words) {
    const tag = tags.get(word.mark)!;
    let block = blocks.get(tag.block);
    if (block === undefined) blocks.set(tag.block, (block = { tag, words: [], marks: [] }));
    if (tag.kind === 'list_mark') block.marks.push(word);
    else {
      block.words.push(word);
      block.tag = tag;
    }
  }
  const pieces: PagePiece[] = [];
  const tables = new Map<number, TaggedCell[]>();
  for (const [, block] of [...blocks].sort(([a], [b]) => a - b)) {
    const { tag, marks } = block;
    if (tag.cell !== null) {
      const all = [...marks, ...block.words];
      const cells = tables.get(tag.cell.table);
      if (cells !== undefined) cells.push({ tag, words: all });
      else {
        const first = [{ tag, words: all }];
        tables.set(tag.cell.table, first);
        pieces.push(placeholder(tag.cell.table));
      }
    } else if (block.words.length + marks.length > 0) {
      pieces.push(textPiece(tag, block.words, marks, { lexicon, plain }));
    }
  }
  return pieces.map((piece) =>
    piece.kind === 'table'
      ? { kind: 'table', ...taggedTable(tables.get(piece.confidence)!, lexicon) }
      : piece,
  );
}

/** Placeholder for a table until all of its cells are known; `confidence` holds the number of the table. */
function placeholder(table: number): PagePiece {
  const rect = { left: 0, top: 0, right: 0, bottom: 0 };
  return { kind: 'table', rect, table: { rows: [], headerRows: 0 }, confidence: table };
}

/** Whether tags tell no headings, lists or tables, as those of programs that tag everything alike. */
function areAllParagraphs(words: readonly Word[], tags: PageTags): boolean {
  return words.every(({ mark }) => {
    const tag = tags.get(mark);
    return tag === undefined || (tag.kind === 'paragraph' && tag.cell === null);
  });
}

/** @param plain facts by which headings are told where tags do not; null where they do */
function textPiece(
  tag: Tag,
  words: readonly Word[],
  marks: readonly Word[],
  { lexicon, plain }: { lexicon: Lexicon; plain: RoleContext | null },
): PagePiece {
  const shown = tag.kind === 'contents' ? [...marks, ...words] : words.length > 0 ? words : marks;
  const paragraph = paragraphOfLines(linesInOrder(shown), lexicon);
  const mark = marks.map((word) => word.text).join(' ') || '•';
  const { kind, level } = tag;
  const looks = plain === null ? null : roleOf(paragraph, plain);
  const role: Role =
    looks?.kind === 'heading'
      ? looks
      : kind === 'heading'
        ? { kind, level }
        : kind === 'list_item'
          ? { kind, mark, length: 0, level }
          : { kind: kind === 'caption' || kind === 'footnote' || kind === 'contents' ? kind : 'paragraph' };
  return {
    kind: 'text',
    rect: around([...words, ...marks]),
    role,
    text: role.kind === 'heading' ? paragraph.text.replaceAll('\n', ' ') : paragraph.text,
    confidence: 1,
    indent: paragraph.rect.left,
  };
}
