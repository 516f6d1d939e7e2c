import { type DocFile, type Story } from './doc-file';
import { type Piece, type Pieces, readPieces } from './pieces';
import { type DocParagraph, type DocRun, readTextProperties, type TextProperties } from './text-properties';

/** Characters with a meaning of their own ([MS-DOC] 2.4.1). */
const MARKS = /\p{Cc}/gu;
const cellMark = '\x07';
const fieldBegin = '\x13';
const fieldSeparator = '\x14';
const fieldEnd = '\x15';
const TEXT_OF_MARK: Readonly<Record<string, string>> = {
  '\t': '\t',
  '\x0b': '\n',
  '\x0e': '\n',
  '\x1e': '-',
};

/** Receiver of a text. */
export interface WalkEvents {
  text: (text: string) => void;
  /** Takes the end of a paragraph, and the position behind its mark. */
  endParagraph: (paragraph: DocParagraph, end: number) => void;
}

/** Walks through a text: shown characters, without codes of fields, and ends of paragraphs. */
export type TextWalk = (story: Story, events: WalkEvents) => void;

/** Input of a walk through one text. */
interface Walk {
  pieces: Pieces;
  properties: TextProperties;
  fields: ReturnType<typeof createFields>;
  events: WalkEvents;
}

/** Creates the walk through the texts of a document. */
export function createTextWalk(file: DocFile): TextWalk {
  const pieces = readPieces(file);
  const properties = readTextProperties(file);
  return (story, events) => {
    const walk = { pieces, properties, fields: createFields(fieldsMatch(pieces, story)), events };
    for (const piece of pieces.within(story)) walkPiece(walk, piece);
  };
}

function walkPiece(walk: Walk, piece: Piece): void {
  for (let from = piece.from; from < piece.to;) {
    const offset = offsetOf(piece, from);
    const run = walk.properties.run(offset, piece.sprms);
    const length = Math.max(1, Math.ceil((run.end - offset) / piece.width));
    const to = Math.min(piece.to, from + length);
    const shown = walk.pieces.text(piece, from, to);
    let at = 0;
    for (const { 0: mark, index } of shown.matchAll(MARKS)) {
      takeText(walk, shown.slice(at, index), run);
      at = index + 1;
      takeMark(walk, mark, { piece, position: from + index, run });
    }
    takeText(walk, shown.slice(at), run);
    from = to;
  }
}

function offsetOf(piece: Piece, position: number): number {
  return piece.start + (position - piece.from) * piece.width;
}

function takeText({ fields, events }: Walk, part: string, { hidden, symbol }: DocRun): void {
  if (part === '' || hidden || !fields.areShown) return;
  events.text(symbol === null ? part.replaceAll('\xad', '') : symbol.repeat(part.length));
}

function takeMark(
  walk: Walk,
  mark: string,
  { piece, position, run }: { piece: Piece; position: number; run: DocRun },
): void {
  if (mark === '\r' || mark === '\f' || mark === cellMark) {
    // A hidden end of a paragraph joins it with the next one, but cells are never hidden.
    if (run.hidden && mark !== cellMark) return;
    walk.fields.endParagraph();
    const paragraph = walk.properties.paragraph(offsetOf(piece, position), piece.sprms);
    if (mark === cellMark && paragraph.ends === 'paragraph') paragraph.ends = 'cell';
    walk.events.endParagraph(paragraph, position + 1);
  } else if (mark === fieldBegin || mark === fieldSeparator || mark === fieldEnd) walk.fields.mark(mark);
  else takeText(walk, TEXT_OF_MARK[mark] ?? '', run);
}

/** Whether each field of a text ends, so that its code may go over several paragraphs. */
function fieldsMatch(pieces: Pieces, story: Story): boolean {
  let depth = 0;
  for (const piece of pieces.within(story))
    for (const [mark] of pieces.text(piece, piece.from, piece.to).matchAll(MARKS)) {
      depth += mark === fieldBegin ? 1 : mark === fieldEnd ? -1 : 0;
      if (depth < 0) return false;
    }
  return depth === 0;
}

/** Place in the fields of a text, which lie within each other; of unmatched ones each paragraph stands alone. */
function createFields(areMatched: boolean) {
  const open: boolean[] = [];
  let codes = 0;
  return {
    get areShown() {
      return codes === 0;
    },
    mark(mark: string) {
      if (mark === fieldBegin) {
        open.push(true);
        codes++;
      } else if (mark === fieldSeparator) {
        if (open.at(-1) === true) codes--;
        if (open.length > 0) open[open.length - 1] = false;
      } else if (open.pop() === true) codes--;
    },
    endParagraph() {
      if (areMatched) return;
      open.length = 0;
      codes = 0;
    },
  };
}
