import { symbolText } from '../word/symbols';
import { type DocFile, type Story } from './doc-file';
import { readPieces } from './pieces';
import { createPropertyPages } from './property-pages';
import { readSprms, Sprm } from './sprms';
import { type DocStyle, headingOfOutline, readDocStyles } from './styles';

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
/** Value of a property that is that of the style; one more is the opposite ([MS-DOC] 2.9.327). */
const asStyle = 0x80;
const fontHeadBytes = 39;
const fontsMax = 10_000;

/** Structure of a paragraph, from its style and its own properties. */
export interface DocParagraph extends DocStyle {
  /** Position behind its last character. */
  end: number;
  /** Depth in tables: 0 outside, 1 in a table, more in a table in a cell. */
  depth: number;
  /** What its mark ends: a cell or a row; `paragraph` in a cell is a line of it. */
  ends: 'paragraph' | 'cell' | 'row' | 'innerCell' | 'innerRow';
  /** Whether the row that it ends is a header. */
  headerRow: boolean;
}

/** Receiver of a text. */
export interface WalkEvents {
  text: (text: string) => void;
  endParagraph: (paragraph: DocParagraph) => void;
}

/** Properties of a run of characters. */
interface Run {
  hidden: boolean;
  special: boolean;
  symbol: string | null;
}

/** Walks through a text: shown characters, without codes of fields, and ends of paragraphs. */
export type TextWalk = (story: Story, events: WalkEvents) => void;

/** Creates the walk through the texts of a document. */
export function createTextWalk(file: DocFile): TextWalk {
  const pieces = readPieces(file);
  const styles = readDocStyles(file.structure('styles'));
  const charactersAt = createPropertyPages(file.main, file.structure('characterPages'), 'characters');
  const paragraphAt = createPropertyPages(file.main, file.structure('paragraphPages'), 'paragraphs');
  const fonts = readFontNames(file.structure('fonts'));

  /** Properties of a run; `style` is that of its paragraph. */
  function runOf(style: DocStyle, ...sprms: readonly Buffer[]): Run {
    const run: Run = { hidden: false, special: false, symbol: null };
    let styleHides = style.hidden;
    let hiding = asStyle;
    for (const list of sprms)
      readSprms(list, (sprm, operand) => {
        if (sprm === Sprm.hidden) hiding = list[operand]!;
        else if (sprm === Sprm.deleted || sprm === Sprm.hiddenField) run.hidden ||= list[operand] === 1;
        else if (sprm === Sprm.characterStyle)
          styleHides = styles(list.readUInt16LE(operand)).hidden !== style.hidden;
        else if (sprm === Sprm.special) run.special = list[operand] === 1;
        else if (sprm === Sprm.symbol) {
          const font = fonts[list.readUInt16LE(operand)];
          run.symbol = symbolText(font, list.readUInt16LE(operand + 2).toString(16));
        }
      });
    run.hidden ||= hiding >= asStyle ? styleHides !== (hiding !== asStyle) : hiding === 1;
    return run;
  }

  function styleAt(offset: number): DocStyle {
    const { bytes } = paragraphAt(offset);
    return styles(bytes.length < 2 ? 0 : bytes.readUInt16LE(0));
  }

  function paragraphOf(offset: number, end: number, mark: string, added: Buffer): DocParagraph {
    const { bytes } = paragraphAt(offset);
    const own = bytes.length < 2 ? bytes : largeProperties(bytes.subarray(2));
    const paragraph: DocParagraph = {
      ...styleAt(offset),
      end,
      depth: 0,
      ends: 'paragraph',
      headerRow: false,
    };
    for (const list of [own, added])
      readSprms(list, (sprm, at) => {
        apply(paragraph, list, sprm, at);
      });
    if (mark === cellMark && paragraph.ends === 'paragraph') paragraph.ends = 'cell';
    return paragraph;
  }

  /** Properties that are too many for their page lie in another stream. */
  function largeProperties(sprms: Buffer): Buffer {
    const large: Buffer[] = [];
    readSprms(sprms, (sprm, operand) => {
      if (sprm !== Sprm.largeProperties && sprm !== Sprm.largePropertiesOld) return;
      const at = sprms.readUInt32LE(operand);
      if (at + 2 <= file.data.length)
        large.push(file.data.subarray(at + 2, at + 2 + file.data.readUInt16LE(at)));
    });
    return large[0] ?? sprms;
  }

  return (story, { text, endParagraph }) => {
    const fields = createFields(fieldsMatch(story));
    for (const piece of pieces.within(story)) {
      for (let from = piece.from; from < piece.to;) {
        const offset = piece.start + (from - piece.from) * piece.width;
        const { end, bytes } = charactersAt(offset);
        const length = Math.max(1, Math.ceil((end - offset) / piece.width));
        const to = Math.min(piece.to, from + length);
        takeRun(pieces.text(piece, from, to), from, runOf(styleAt(offset), bytes, piece.sprms));
        from = to;
      }

      function takeRun(shown: string, start: number, run: Run): void {
        let at = 0;
        for (const { 0: mark, index } of shown.matchAll(MARKS)) {
          takeText(shown.slice(at, index), run);
          at = index + 1;
          takeMark(mark, start + index, run);
        }
        takeText(shown.slice(at), run);
      }

      function takeText(part: string, run: Run): void {
        if (part === '' || run.hidden || !fields.areShown) return;
        text(
          run.symbol !== null && run.special ? run.symbol.repeat(part.length) : part.replaceAll('\xad', ''),
        );
      }

      function takeMark(mark: string, position: number, run: Run): void {
        if (mark === '\r' || mark === '\f' || mark === cellMark) {
          // A hidden end of a paragraph joins it with the next one, but cells are never hidden.
          if (run.hidden && mark !== cellMark) return;
          fields.endParagraph();
          const offset = piece.start + (position - piece.from) * piece.width;
          endParagraph(paragraphOf(offset, position + 1, mark, piece.sprms));
        } else if (mark === fieldBegin || mark === fieldSeparator || mark === fieldEnd) fields.mark(mark);
        else takeText(TEXT_OF_MARK[mark] ?? '', run);
      }
    }
  };

  /** Whether each field of a text ends, so that its code may go over several paragraphs. */
  function fieldsMatch(story: Story): boolean {
    let depth = 0;
    for (const piece of pieces.within(story))
      for (const [mark] of pieces.text(piece, piece.from, piece.to).matchAll(MARKS)) {
        depth += mark === fieldBegin ? 1 : mark === fieldEnd ? -1 : 0;
        if (depth < 0) return false;
      }
    return depth === 0;
  }
}

function apply(paragraph: DocParagraph, sprms: Buffer, sprm: number, at: number): void {
  const isOn = sprms[at] === 1;
  switch (sprm) {
    case Sprm.inTable:
      paragraph.depth = isOn ? Math.max(1, paragraph.depth) : 0;
      break;
    case Sprm.tableDepth:
      paragraph.depth = sprms.readUInt32LE(at);
      break;
    case Sprm.rowEnd:
      if (isOn) paragraph.ends = 'row';
      break;
    case Sprm.innerCellEnd:
      if (isOn) paragraph.ends = 'innerCell';
      break;
    case Sprm.innerRowEnd:
      if (isOn) paragraph.ends = 'innerRow';
      break;
    case Sprm.headerRow:
      paragraph.headerRow = isOn;
      break;
    case Sprm.list:
      paragraph.list = sprms.readUInt16LE(at);
      break;
    case Sprm.listLevel:
      paragraph.listLevel = sprms[at]!;
      break;
    case Sprm.outlineLevel:
      paragraph.headingLevel = headingOfOutline(sprms[at]!);
  }
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

/** Names of fonts by their numbers ([MS-DOC] 2.9.286). */
function readFontNames(table: Buffer): string[] {
  const names: string[] = [];
  for (let at = 4; at < table.length && names.length < fontsMax;) {
    const end = at + 1 + table[at]!;
    const name = table.toString('utf16le', at + 1 + fontHeadBytes, end);
    names.push(name.replace(/\0[^]*$/, ''));
    at = end;
  }
  return names;
}
