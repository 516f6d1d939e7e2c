import { symbolText } from '../word/symbols';
import { type DocFile } from './doc-file';
import { createPropertyPages } from './property-pages';
import { readSprms, Sprm } from './sprms';
import { type DocStyle, headingOfOutline, readDocStyles } from './styles';

/** Value of a property that is that of the style; one more is the opposite ([MS-DOC] 2.9.327). */
const asStyle = 0x80;
const fontHeadBytes = 39;
const fontsMax = 10_000;

/** Structure of a paragraph, from its style and its own properties. */
export interface DocParagraph extends DocStyle {
  /** Depth in tables: 0 outside, 1 in a table, more in a table in a cell. */
  depth: number;
  /** Part that its mark ends: a cell or a row; `paragraph` in a cell is a line of it. */
  ends: 'paragraph' | 'cell' | 'row' | 'innerCell' | 'innerRow';
  /** Whether the row that it ends is a header. */
  headerRow: boolean;
}

/** Properties of a run of characters. */
export interface DocRun {
  hidden: boolean;
  /** Character that is shown in place of each of the run; null for the characters themselves. */
  symbol: string | null;
}

/** Properties of the text at offsets of the main stream; `added` are those of its piece. */
export interface TextProperties {
  /** Run of the character at an offset, and the offset behind its last byte. */
  run: (offset: number, added: Buffer) => DocRun & { end: number };
  /** Paragraph whose mark is at an offset. */
  paragraph: (offset: number, added: Buffer) => DocParagraph;
}

/** Reads the styles and the pages of properties of a document. */
export function readTextProperties(file: DocFile): TextProperties {
  const styles = readDocStyles(file.structure('styles'));
  const charactersAt = createPropertyPages(file.main, file.structure('characterPages'), 'characters');
  const paragraphAt = createPropertyPages(file.main, file.structure('paragraphPages'), 'paragraphs');
  const fonts = readFontNames(file.structure('fonts'));

  const styleOf = (bytes: Buffer): DocStyle => styles(bytes.length < 2 ? 0 : bytes.readUInt16LE(0));

  return {
    run(offset, added) {
      const { end, bytes } = charactersAt(offset);
      const style = styleOf(paragraphAt(offset).bytes);
      return { end, ...runOf([bytes, added], { style, styles, fonts }) };
    },
    paragraph(offset, added) {
      const { bytes } = paragraphAt(offset);
      const own = bytes.length < 2 ? bytes : largeProperties(file.data, bytes.subarray(2));
      const paragraph: DocParagraph = { ...styleOf(bytes), depth: 0, ends: 'paragraph', headerRow: false };
      for (const list of [own, added])
        readSprms(list, (sprm, at) => {
          apply(paragraph, list, sprm, at);
        });
      return paragraph;
    },
  };
}

function runOf(
  lists: readonly Buffer[],
  {
    style,
    styles,
    fonts,
  }: { style: DocStyle; styles: (index: number) => DocStyle; fonts: readonly string[] },
): DocRun {
  const found = {
    styleHides: style.hidden,
    hiding: asStyle,
    isDeleted: false,
    isSpecial: false,
    symbol: null as string | null,
  };
  for (const list of lists)
    readSprms(list, (sprm, operand) => {
      if (sprm === Sprm.hidden) found.hiding = list[operand]!;
      else if (sprm === Sprm.deleted || sprm === Sprm.hiddenField) found.isDeleted ||= list[operand] === 1;
      else if (sprm === Sprm.characterStyle)
        found.styleHides = styles(list.readUInt16LE(operand)).hidden !== style.hidden;
      else if (sprm === Sprm.special) found.isSpecial = list[operand] === 1;
      else if (sprm === Sprm.symbol) {
        const font = fonts[list.readUInt16LE(operand)];
        found.symbol = symbolText(font, list.readUInt16LE(operand + 2).toString(16));
      }
    });
  const { styleHides, hiding, isDeleted, isSpecial, symbol } = found;
  const isHidden = hiding >= asStyle ? styleHides !== (hiding !== asStyle) : hiding === 1;
  return { hidden: isDeleted || isHidden, symbol: isSpecial ? symbol : null };
}

/** Properties that are too many for their page lie in another stream. */
function largeProperties(data: Buffer, sprms: Buffer): Buffer {
  const large: Buffer[] = [];
  readSprms(sprms, (sprm, operand) => {
    if (sprm !== Sprm.largeProperties && sprm !== Sprm.largePropertiesOld) return;
    const at = sprms.readUInt32LE(operand);
    if (at + 2 <= data.length) large.push(data.subarray(at + 2, at + 2 + data.readUInt16LE(at)));
  });
  return large[0] ?? sprms;
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
