import { type Block, type FigureBlock, placeless } from '../../block';
import { elementAt, findAll, readElements, valueAt, type XmlElement } from '../office/element';
import { type OfficePart } from '../office/office-part';
import { type AlternativeChunks } from './alternative-chunks';
import { type Numbering } from './numbering';
import { type NoteKind, type ParagraphContent, readParagraph } from './paragraph';
import { createFields, endsAllFields, fieldsOf } from './fields';
import { headingLevel, type ParagraphStyle, type WordStyles } from './styles';
import { readTable } from './table';

/** Text and figures of a footnote, an endnote or a comment. */
export interface Note {
  text: string;
  figures: FigureBlock[];
}

/** Document-wide input of a part's reader. */
export interface WordContext {
  styles: WordStyles;
  numbering: Numbering;
  /** Content of a note by kind and id; null where there is none. */
  note(kind: NoteKind, id: string): Note | null;
  /** Writes the blocks of an embedded text in another format, by its part name. */
  alternative: AlternativeChunks;
}

const UNITS = new Set(['w:p', 'w:tbl', 'w:sectPr', 'w:altChunk']);
const captionCharsMax = 1_000;

/**
 * Writes the blocks of one part: the body, or a page header or footer. Returns the properties of its
 * sections.
 */
export function readWordBlocks(
  part: OfficePart,
  context: WordContext,
  emit: (block: Block) => void,
): XmlElement[] {
  const sections: XmlElement[] = [];
  let fields = endsAllFields(part.xml) ? createFields() : null;
  const contentOf = (paragraph: XmlElement) => readParagraph(paragraph, part, fields ?? fieldsOf(paragraph));

  /** Reads a text box, which has fields of its own. */
  function inBox<T>(read: () => T): T {
    const around = fields;
    fields = around && createFields();
    const done = read();
    fields = around;
    return done;
  }

  function readUnit(unit: XmlElement): void {
    if (unit.name === 'w:tbl') readTableUnit(unit);
    else if (unit.name === 'w:p') readParagraphUnit(unit);
    else if (unit.name === 'w:altChunk') context.alternative(part.target(unit.attributes.get('r:id')), emit);
    else sections.push(unit);
  }

  function readParagraphUnit(unit: XmlElement): void {
    const properties = elementAt(unit, 'w:pPr');
    const section = elementAt(properties, 'w:sectPr');
    if (section) sections.push(section);
    const content = contentOf(unit);
    const style = context.styles.paragraph(valueAt(properties, 'w:pStyle'));
    if (content.text !== '') emit(textBlock(content.text, properties, style));
    content.figures.forEach(emit);
    for (const box of content.boxes)
      inBox(() => {
        for (const inner of findAll(box, 'w:p', 'w:tbl')) readUnit(inner);
      });
    for (const note of content.notes) blocksOfNote(note).forEach(emit);
  }

  function blocksOfNote({ kind, id }: ParagraphContent['notes'][number]): Block[] {
    const note = context.note(kind, id);
    if (note === null) return [];
    return [{ ...placeless, kind: 'footnote', text: note.text }, ...note.figures];
  }

  function textBlock(text: string, properties: XmlElement | undefined, style: ParagraphStyle): Block {
    if (style.contents) return { ...placeless, kind: 'contents', text };
    const numId = valueAt(properties, 'w:numPr', 'w:numId') ?? style.numId;
    const listLevel = Number.parseInt(valueAt(properties, 'w:numPr', 'w:ilvl') ?? '', 10);
    const level = Number.isFinite(listLevel) ? listLevel : style.listLevel;
    // The value 0 removes a paragraph from the list of its style.
    const mark = numId === null || numId === '0' ? null : context.numbering.next(numId, level);
    const heading = headingLevel(valueAt(properties, 'w:outlineLvl')) ?? style.headingLevel;
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
      // A table of one cell is a frame around a text.
      const [{ element }] = cells as [{ element: XmlElement | null }];
      if (element !== null) for (const inner of findAll(element, 'w:p', 'w:tbl')) readUnit(inner);
      return;
    }
    const later: Block[] = [];
    const text = rows.map((row) => row.cells.map((cell) => cellText(cell.element, later)));
    emit({ ...placeless, kind: 'table', rows: text, headerRows });
    later.forEach(emit);
  }

  /** Text of a cell, line by line; its figures and notes go to `later` and follow the table. */
  function cellText(cell: XmlElement | null, later: Block[]): string {
    if (cell === null) return '';
    const lines: string[] = [];
    for (const unit of findAll(cell, 'w:p', 'w:tbl')) {
      if (unit.name === 'w:tbl') {
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
      const content = contentOf(unit);
      const properties = elementAt(unit, 'w:pPr');
      const block = textBlock(
        content.text,
        properties,
        context.styles.paragraph(valueAt(properties, 'w:pStyle')),
      );
      if (content.text !== '')
        lines.push(block.kind === 'list_item' ? `${block.mark} ${block.text}`.trim() : content.text);
      later.push(...content.figures);
      for (const box of content.boxes) lines.push(inBox(() => cellText(box, later)));
      for (const note of content.notes) later.push(...blocksOfNote(note));
    }
    return lines.join('\n');
  }

  readElements(part.xml, 'w', UNITS, readUnit);
  return sections;
}
