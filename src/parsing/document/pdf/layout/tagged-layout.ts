import { type PageTags, type Tag } from '../structure';
import { around } from '../rect';
import { type Role } from './classify';
import { type Lexicon } from './lexicon';
import { type PagePiece } from './page-layout';
import { joinLines, paragraphOfLines } from './paragraphs';
import { type Segment, segmentOf } from './segment';
import { type Word } from './word';

/** Share of the letters that tags must cover to be believed. */
const coverageMin = 0.8;

/** Whether the tags of a page say enough of it to go by them. */
export function areTagged(words: readonly Word[], tags: PageTags): boolean {
  if (tags.size === 0) return false;
  let all = 0;
  let tagged = 0;
  for (const { text, mark } of words) {
    all += text.length;
    if (tags.has(mark)) tagged += text.length;
  }
  return tagged > 0 && tagged >= all * coverageMin;
}

/** Puts tagged words together in the order that the file gives them. */
export function layOutTagged(words: readonly Word[], tags: PageTags, lexicon: Lexicon): PagePiece[] {
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
      pieces.push(textPiece(tag, block.words, marks, lexicon));
    }
  }
  return pieces.map((piece) =>
    piece.kind === 'table' ? tablePiece(tables.get(piece.confidence)!, lexicon) : piece,
  );
}

/** The text of one block or cell. */
interface TaggedCell {
  tag: Tag;
  words: Word[];
}

/** Stands where a table begins until all of its cells are known; `confidence` names the table. */
function placeholder(table: number): PagePiece {
  const rect = { left: 0, top: 0, right: 0, bottom: 0 };
  return { kind: 'table', rect, table: { rows: [], headerRows: 0 }, confidence: table };
}

function textPiece(tag: Tag, words: readonly Word[], marks: readonly Word[], lexicon: Lexicon): PagePiece {
  const paragraph = paragraphOfLines(linesInOrder(words.length > 0 ? words : marks), lexicon);
  const mark = marks.map((word) => word.text).join(' ') || '•';
  const { kind, level } = tag;
  const role: Role =
    kind === 'heading'
      ? { kind, level }
      : kind === 'list_item'
        ? { kind, mark, length: 0, level }
        : { kind: kind === 'caption' || kind === 'footnote' ? kind : 'paragraph' };
  return {
    kind: 'text',
    rect: around([...words, ...marks]),
    role,
    text: role.kind === 'heading' ? paragraph.text.replaceAll('\n', ' ') : paragraph.text,
    confidence: 1,
    indent: paragraph.rect.left,
  };
}

function tablePiece(cells: readonly TaggedCell[], lexicon: Lexicon): PagePiece {
  const rows: (string[] | undefined)[] = [];
  const headers: boolean[] = [];
  for (const { tag, words } of cells) {
    const { row, column, header } = tag.cell!;
    const target = (rows[row] ??= []);
    const text = linesInOrder(words)
      .map((line) => line.text)
      .reduce((before, line) => joinLines(before, line, lexicon), '');
    target[column] = joinLines(target[column] ?? '', text, lexicon);
    headers[row] = (headers[row] ?? true) && header;
  }
  const kept = rows.flatMap((row, index) => (row === undefined ? [] : [{ row, header: headers[index]! }]));
  const width = Math.max(...kept.map(({ row }) => row.length));
  const full = kept.map(({ row }) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  const firstBody = kept.findIndex(({ header }) => !header);
  const headerRows = firstBody < 0 ? Math.min(1, kept.length - 1) : firstBody;
  const rect = around(cells.flatMap(({ words }) => words));
  return { kind: 'table', rect, table: { rows: full, headerRows }, confidence: 1 };
}

/** Lines in the order of the file; a new one begins where the baseline changes. */
function linesInOrder(words: readonly Word[]): Segment[] {
  const lines: Word[][] = [];
  for (const word of [...words].sort((a, b) => a.order - b.order)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const apart =
      last === undefined ||
      Math.abs(last.baseline - word.baseline) > Math.max(last.size, word.size) * 0.6 ||
      Math.abs(word.left - last.right) > Math.max(last.size, word.size) * 20;
    if (apart) lines.push([word]);
    else line!.push(word);
  }
  return lines.map((line) => segmentOf(line.sort((a, b) => a.left - b.left)));
}
