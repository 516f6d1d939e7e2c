import { type Block, type FigureBlock, placeless } from '../../block';
import { elementAt, findAll, prefixed, readElements, valueAt, type XmlElement } from '../office/element';
import { type OfficePart } from '../office/office-part';
import { type AlternativeChunks } from './alternative-chunks';
import { type Numbering } from './numbering';
import { type NoteKind, type ParagraphContent, readParagraph } from './paragraph';
import { headingLevel, type ParagraphStyle, type WordStyles } from './styles';
import { readTable } from './table';

/** A footnote, an endnote or a comment. */
export interface Note {
  text: string;
  figures: FigureBlock[];
}

/** What the parts of a document share. */
export interface WordContext {
  styles: WordStyles;
  numbering: Numbering;
  /** What stands in a note, by kind and id. */
  note(kind: NoteKind, id: string): Note | null;
  /** Tells a text in another format, by the name of its part. */
  alternative: AlternativeChunks;
}

const UNITS = new Set(['p', 'tbl', 'sectPr', 'altChunk']);
const captionCharsMax = 1_000;

/**
 * Tells the blocks of one part: the text itself, or a head or foot of its pages. Returns its sections'
 * properties.
 */
export function readWordBlocks(
  part: OfficePart,
  context: WordContext,
  emit: (block: Block) => void,
): XmlElement[] {
  const sections: XmlElement[] = [];

  function readUnit(unit: XmlElement): void {
    if (unit.name === 'tbl') readTableUnit(unit);
    else if (unit.name === 'p') readParagraphUnit(unit);
    else if (unit.name === 'altChunk') context.alternative(part.target(prefixed(unit, 'id')), emit);
    else sections.push(unit);
  }

  function readParagraphUnit(unit: XmlElement): void {
    const properties = elementAt(unit, 'pPr');
    const section = elementAt(properties, 'sectPr');
    if (section) sections.push(section);
    const content = readParagraph(unit, part);
    const style = context.styles.paragraph(valueAt(properties, 'pStyle'));
    if (content.text !== '') emit(textBlock(content.text, properties, style));
    content.figures.forEach(emit);
    for (const box of content.boxes) for (const inner of findAll(box, 'p', 'tbl')) readUnit(inner);
    for (const note of content.notes) blocksOfNote(note).forEach(emit);
  }

  function blocksOfNote({ kind, id }: ParagraphContent['notes'][number]): Block[] {
    const note = context.note(kind, id);
    if (note === null) return [];
    return [{ ...placeless, kind: 'footnote', text: note.text }, ...note.figures];
  }

  function textBlock(text: string, properties: XmlElement | undefined, style: ParagraphStyle): Block {
    const numId = valueAt(properties, 'numPr', 'numId') ?? style.numId;
    const listLevel = Number.parseInt(valueAt(properties, 'numPr', 'ilvl') ?? '', 10);
    const level = Number.isFinite(listLevel) ? listLevel : style.listLevel;
    // 0 takes a paragraph out of the list of its style.
    const mark = numId === null || numId === '0' ? null : context.numbering.next(numId, level);
    const heading = headingLevel(valueAt(properties, 'outlineLvl')) ?? style.headingLevel;
    if (heading !== null) {
      const numbered = mark === null || mark === '' || mark === '-' ? text : `${mark} ${text}`;
      return { ...placeless, kind: 'heading', level: heading, text: numbered };
    }
    if (style.caption && text.length <= captionCharsMax) return { ...placeless, kind: 'caption', text };
    if (mark !== null) return { ...placeless, kind: 'list_item', level, text, mark };
    return { ...placeless, kind: 'paragraph', text };
  }

  function readTableUnit(unit: XmlElement): void {
    const { rows, headerRows } = readTable(unit);
    const cells = rows.flatMap((row) => row.cells);
    if (cells.length === 1) {
      // A frame around a text.
      const [{ element }] = cells as [{ element: XmlElement | null }];
      if (element !== null) for (const inner of findAll(element, 'p', 'tbl')) readUnit(inner);
      return;
    }
    const later: Block[] = [];
    const text = rows.map((row) => row.cells.map((cell) => cellText(cell.element, later)));
    emit({ ...placeless, kind: 'table', rows: text, headerRows });
    later.forEach(emit);
  }

  /** The text in a cell, line by line; figures and notes in it come after the table. */
  function cellText(cell: XmlElement | null, later: Block[]): string {
    if (cell === null) return '';
    const lines: string[] = [];
    for (const unit of findAll(cell, 'p', 'tbl')) {
      if (unit.name === 'tbl') {
        for (const row of readTable(unit).rows) {
          lines.push(
            row.cells
              .map(({ element }) => cellText(element, later))
              .filter((text) => text !== '')
              .join(', '),
          );
        }
        continue;
      }
      const content = readParagraph(unit, part);
      const properties = elementAt(unit, 'pPr');
      const block = textBlock(
        content.text,
        properties,
        context.styles.paragraph(valueAt(properties, 'pStyle')),
      );
      if (content.text !== '')
        lines.push(block.kind === 'list_item' ? `${block.mark} ${block.text}`.trim() : content.text);
      later.push(...content.figures);
      for (const box of content.boxes) lines.push(cellText(box, later));
      for (const note of content.notes) later.push(...blocksOfNote(note));
    }
    return lines.join('\n');
  }

  readElements(part.xml, UNITS, readUnit);
  return sections;
}
