import { type Block, placeless } from '../../block';
import { type BlockSink } from '../../block-sink';
import { type DocFile, type Story } from './doc-file';
import { type ListMarks, readListMarks } from './lists';
import { type DocNote, readNotes, readRunningHeads } from './notes';
import { type DocParagraph } from './text-properties';
import { createTextWalk, type TextWalk } from './text-walk';

const columnsMax = 1_000;
const captionCharsMax = 1_000;

/** Writes the blocks of a document: its body with the notes, its text boxes, its running heads. */
export function readDocBlocks(file: DocFile, sink: BlockSink): void {
  const walk = createTextWalk(file);
  const marks = readListMarks(file);
  readBody(file.story('main'), { walk, marks, notes: readNotes(file) }, sink);
  readBody(file.story('textBoxes'), { walk, marks, notes: [] }, sink);
  const seen = new Set<string>();
  for (const { kind, text: story } of readRunningHeads(file)) {
    const text = plainText(walk, story);
    if (text === '' || seen.has(`${kind} ${text}`)) continue;
    seen.add(`${kind} ${text}`);
    sink.block({ ...placeless, kind, text });
  }
}

function readBody(
  story: Story,
  { walk, marks, notes }: { walk: TextWalk; marks: ListMarks; notes: readonly DocNote[] },
  sink: BlockSink,
): void {
  let text = '';
  let nextNote = 0;
  const table = createTable(sink);

  /** Writes the notes whose marks are in front of a position. */
  function emitNotes(end: number): void {
    for (; nextNote < notes.length && notes[nextNote]!.position < end; nextNote++) {
      const note = plainText(walk, notes[nextNote]!.text);
      if (note !== '') sink.block({ ...placeless, kind: 'footnote', text: note });
    }
  }

  walk(story, {
    text: (part) => {
      text += part;
    },
    endParagraph(paragraph, end) {
      const shown = text.replace(/[ \t]+\n/g, '\n').trim();
      text = '';
      // A row that ends has no list, and counts as no item.
      const mark = shown === '' ? null : marks(paragraph.list, paragraph.listLevel);
      if (paragraph.depth > 0) {
        table.add(paragraph, mark === null ? shown : `${mark} ${shown}`.trim());
        return;
      }
      table.end();
      if (shown !== '') sink.block(blockOf(paragraph, shown, mark));
      emitNotes(end);
    },
  });
  table.end();
  if (text.trim() !== '') sink.block({ ...placeless, kind: 'paragraph', text: text.trim() });
  emitNotes(Infinity);
}

function blockOf(paragraph: DocParagraph, text: string, mark: string | null): Block {
  if (paragraph.contents) return { ...placeless, kind: 'contents', text };
  if (paragraph.headingLevel !== null) {
    const numbered = mark === null || mark === '' || mark === '-' ? text : `${mark} ${text}`;
    return { ...placeless, kind: 'heading', level: paragraph.headingLevel, text: numbered };
  }
  if (paragraph.caption && text.length <= captionCharsMax) return { ...placeless, kind: 'caption', text };
  if (mark !== null) return { ...placeless, kind: 'list_item', level: paragraph.listLevel, text, mark };
  return { ...placeless, kind: 'paragraph', text };
}

/** Collects the rows of a table; tables in its cells are lines of these. */
function createTable(sink: BlockSink) {
  let rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let headerRows = 0;

  function endCell(): void {
    if (cells.length < columnsMax) cells.push(cell.trim().replace(/,$/, ''));
    cell = '';
  }

  return {
    add({ ends, headerRow }: DocParagraph, text: string): void {
      cell += text;
      switch (ends) {
        case 'paragraph':
          cell += '\n';
          break;
        case 'innerCell':
          if (text !== '') cell += ', ';
          break;
        case 'innerRow':
          cell = `${cell.replace(/, $/, '')}\n`;
          break;
        case 'cell':
          endCell();
          break;
        case 'row':
          if (headerRow && headerRows === rows.length) headerRows++;
          if (cells.length > 0) rows.push(cells);
          cells = [];
          cell = '';
      }
    },
    /** Writes the table, if there is one; a table of one cell is a frame around a text. */
    end(): void {
      if (cell.trim() !== '') endCell();
      if (cells.length > 0) rows.push(cells);
      const isFrame = rows.length === 1 && rows[0]!.length === 1;
      if (isFrame) {
        const text = rows[0]![0]!;
        if (text !== '') sink.block({ ...placeless, kind: 'paragraph', text });
      } else if (rows.length > 0) {
        sink.block({ ...placeless, kind: 'table', rows, headerRows: Math.min(headerRows, rows.length) });
      }
      rows = [];
      cells = [];
      cell = '';
      headerRows = 0;
    },
  };
}

/** Text of a note or running head, line by line. */
function plainText(walk: TextWalk, story: Story): string {
  let text = '';
  walk(story, {
    text: (part) => {
      text += part;
    },
    endParagraph: () => {
      text += '\n';
    },
  });
  return text.replace(/[ \t]+\n/g, '\n').trim();
}
