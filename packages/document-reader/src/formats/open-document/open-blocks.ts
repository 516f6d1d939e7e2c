import { findPart, readPartText, type ZipArchive } from 'spreadsheet-reader/toolkit';
import { SourceError } from 'spreadsheet-reader';
import { type Block, type Box, placeless } from '../../block';
import { type BlockSink, figureIdOf, writePicture } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { elementAt, elementsOf, findAll, readElements, textOf, type XmlElement } from '../office/element';
import { createListMarks } from './list-marks';
import { type OpenStyles, styleOf, wholeNumber } from './styles';

/** Position of blocks: a slide and a box on it, or neither. */
export interface OpenPlace {
  page: number | null;
  box: Box | null;
}

/** Reader of the content of OpenDocument files. */
export interface OpenBlocks {
  /** Writes the blocks of an element: a paragraph, heading, list, table, index, frame or shape. */
  read(element: XmlElement, place: OpenPlace): void;
  /** Text of paragraphs within an element, line by line; their notes and pictures are left out. */
  textWithin(element: XmlElement): string;
}

/** Elements that a text consists of; others only hold them. */
export const openUnits: ReadonlySet<string> = new Set([
  'text:h',
  'text:p',
  'text:list',
  'text:table-of-content',
  'text:tracked-changes',
  'table:table',
  'draw:frame',
  'office:annotation',
]);

const imageBytesMax = 32 * 1024 * 1024;
const columnsMax = 1_000;
/** Times that a row of a table is repeated at most. */
const repeatedRowsMax = 1_000;
/** Cells of a table; a few bytes of a file may repeat rows and cells without end. */
const cellsMax = 1_000_000;
const headingLevelMax = 9;
/** Styles of paragraphs by the kind of block that they make. */
const kinds: readonly (readonly [style: RegExp, kind: 'caption' | 'code'])[] = [
  [/^(?:caption|illustration|table|figure|drawing)$/i, 'caption'],
  [/^(?:preformatted text|source code|source text)$/i, 'code'],
];
const titleStyle = /^title$/i;
const headerCellStyle = /^table heading$/i;
const silent = new Set([
  'office:annotation-end',
  'text:ruby-text',
  'text:tracked-changes',
  'text:hidden-text',
  'text:bookmark-start',
  'office:forms',
]);

/** Content of a paragraph: its text, and what follows it. */
interface Paragraph {
  text: string;
  frames: XmlElement[];
  notes: XmlElement[];
}

/** Reader of one document, whose lists and headings are counted from its start to its end. */
export function createOpenBlocks(archive: ZipArchive, styles: OpenStyles, sink: BlockSink): OpenBlocks {
  const marks = createListMarks(styles);

  function read(element: XmlElement, place: OpenPlace): void {
    switch (element.name) {
      case 'text:p':
      case 'text:h':
        readParagraph(element, place);
        break;
      case 'text:list':
        readList(element, place, 0, styleOf(element));
        break;
      case 'table:table':
        readTable(element, place);
        break;
      case 'text:table-of-content':
        for (const entry of findAll(element, 'text:p')) emitText(contentOf(entry).text, 'contents', place);
        break;
      case 'draw:frame':
        readFrame(element, place);
        break;
      case 'office:annotation':
        emitText(textWithin(element), 'footnote', place);
        break;
      case 'text:tracked-changes':
        break;
      default:
        for (const inner of findAll(element, ...openUnits)) read(inner, place);
    }
  }

  function emitText(text: string, kind: 'paragraph' | 'contents' | 'footnote', place: OpenPlace): void {
    if (text.trim() !== '') sink.block({ ...placeless, ...place, kind, text: text.trim() });
  }

  function readParagraph(
    element: XmlElement,
    place: OpenPlace,
    item?: { level: number; mark: string },
  ): void {
    const content = contentOf(element);
    const text = content.text.trim();
    if (text !== '') sink.block(blockOf(element, text, place, item));
    for (const frame of content.frames) readFrame(frame, place);
    for (const note of content.notes) emitText(noteText(note), 'footnote', place);
  }

  function blockOf(
    element: XmlElement,
    text: string,
    place: OpenPlace,
    item: { level: number; mark: string } | undefined,
  ): Block {
    const at = { ...placeless, ...place };
    const { names } = styles.paragraph(styleOf(element));
    if (element.name === 'text:h') {
      const level = Math.min(
        wholeNumber(element.attributes.get('text:outline-level'), 1) || 1,
        headingLevelMax,
      );
      const number =
        element.attributes.get('text:is-list-header') === 'true' ? '' : marks.nextHeading(level - 1);
      return { ...at, kind: 'heading', level, text: number === '' ? text : `${number} ${text}` };
    }
    if (item !== undefined) return { ...at, kind: 'list_item', ...item, text };
    if (names.some((name) => titleStyle.test(name))) return { ...at, kind: 'heading', level: 1, text };
    const kind = kinds.find(([style]) => names.some((name) => style.test(name)))?.[1] ?? 'paragraph';
    return { ...at, kind, text };
  }

  function readList(list: XmlElement, place: OpenPlace, level: number, style: string | undefined): void {
    const isContinued =
      list.attributes.get('text:continue-numbering') === 'true' || list.attributes.has('text:continue-list');
    marks.begin(style, level, isContinued);
    for (const item of elementsOf(list)) {
      const isHeader = item.name === 'text:list-header';
      if (!isHeader && item.name !== 'text:list-item') continue;
      const startsAt = item.attributes.get('text:start-value');
      let mark: string | null = null;
      for (const inner of elementsOf(item)) {
        if (inner.name === 'text:list') readList(inner, place, level + 1, styleOf(inner) ?? style);
        else if (inner.name === 'text:p') {
          // Only the first paragraph of an item has its mark.
          const isMarked = mark === null && !isHeader;
          mark ??= isHeader
            ? ''
            : marks.next(style, level, startsAt === undefined ? undefined : wholeNumber(startsAt, 1));
          readParagraph(inner, place, { level, mark: isMarked ? mark : '' });
        } else read(inner, place);
      }
    }
  }

  function readTable(table: XmlElement, place: OpenPlace): void {
    const rows: string[][] = [];
    const later: XmlElement[] = [];
    let declared = 0;
    let cellCount = 0;
    for (const row of rowsOf(table)) {
      const { cells, isHeader } = readRow(row.element, later);
      const isEmpty = cells.every((cell) => cell === '');
      const times = isEmpty ? 1 : wholeNumber(row.element.attributes.get('table:number-rows-repeated'), 1);
      for (let n = 0; n < Math.min(times, repeatedRowsMax); n++) {
        cellCount += cells.length;
        if (cellCount > cellsMax)
          throw new DocumentError('too_large', 'A table of the file has more than 1,000,000 cells.');
        if ((row.isHeader || isHeader) && declared === rows.length) declared++;
        rows.push(cells);
      }
    }
    const at = { ...placeless, ...place };
    const isFrame = rows.length === 1 && rows[0]!.length === 1;
    if (isFrame) for (const inner of findAll(table, ...openUnits)) read(inner, place);
    else if (rows.some((row) => row.some((cell) => cell !== '')))
      sink.block({ ...at, kind: 'table', rows, headerRows: Math.min(declared, rows.length - 1) });
    if (!isFrame) for (const frame of later) readFrame(frame, place);
  }

  /** Cells of a row, and whether all its paragraphs have the style of headings of a table. */
  function readRow(row: XmlElement, later: XmlElement[]): { cells: string[]; isHeader: boolean } {
    const cells: string[] = [];
    let paragraphs = 0;
    let ofHeaders = 0;
    for (const cell of elementsOf(row)) {
      const isCovered = cell.name === 'table:covered-table-cell';
      if (!isCovered && cell.name !== 'table:table-cell') continue;
      const text = isCovered ? '' : textWithin(cell, later);
      for (const paragraph of findAll(cell, 'text:p')) {
        paragraphs++;
        if (styles.paragraph(styleOf(paragraph)).names.some((name) => headerCellStyle.test(name)))
          ofHeaders++;
      }
      const times = Math.min(
        wholeNumber(cell.attributes.get('table:number-columns-repeated'), 1),
        columnsMax,
      );
      for (let n = 0; n < times && cells.length < columnsMax; n++) cells.push(text);
    }
    return { cells, isHeader: paragraphs > 0 && ofHeaders === paragraphs };
  }

  function textWithin(element: XmlElement, later: XmlElement[] = []): string {
    const lines: string[] = [];
    const collect = (inner: XmlElement, mark: string) => {
      if (inner.name === 'text:list') {
        const style = styleOf(inner);
        marks.begin(style, 0, false);
        for (const item of elementsOf(inner))
          for (const [at, part] of [...findAll(item, 'text:p', 'text:h')].entries())
            collect(part, at === 0 ? `${marks.next(style, 0)} ` : '');
      } else if (inner.name === 'table:table') {
        for (const { element: row } of rowsOf(inner))
          lines.push(
            readRow(row, later)
              .cells.filter((cell) => cell !== '')
              .join(', '),
          );
      } else if (inner.name === 'draw:frame') later.push(inner);
      else {
        const content = contentOf(inner);
        later.push(...content.frames);
        if (content.text.trim() !== '') lines.push(mark + content.text.trim());
        for (const note of content.notes) lines.push(noteText(note));
      }
    };
    for (const inner of findAll(element, 'text:p', 'text:h', 'text:list', 'table:table', 'draw:frame'))
      collect(inner, '');
    return lines.join('\n');
  }

  /** Text of a footnote, an endnote or a comment. */
  function noteText(note: XmlElement): string {
    const body = note.name === 'text:note' ? (elementAt(note, 'text:note-body') ?? note) : note;
    return [...findAll(body, 'text:p', 'text:h')].map((p) => contentOf(p).text.trim()).join('\n');
  }

  function readFrame(frame: XmlElement, place: OpenPlace): void {
    const said = ['svg:title', 'svg:desc']
      .map((name) => elementAt(frame, name))
      .map((element) => (element === undefined ? '' : textOf(element).trim()))
      .filter((text) => text !== '');
    for (const inner of elementsOf(frame)) {
      if (inner.name === 'draw:text-box') for (const unit of findAll(inner, ...openUnits)) read(unit, place);
      else if (inner.name === 'table:table') readTable(inner, place);
      else if (inner.name === 'draw:object') {
        // The picture beside an object shows the same.
        if (readObject(inner, place)) return;
      } else if (inner.name === 'draw:image') {
        readImage(inner, said.join('\n'), place);
        return;
      }
    }
  }

  /** Writes the content of an embedded chart or formula; false where it is of another kind. */
  function readObject(object: XmlElement, place: OpenPlace): boolean {
    const name = (object.attributes.get('xlink:href') ?? '').replace(/^\.\//, '');
    const content = name === '' ? null : readOr(() => readPartText(archive, `${name}/content.xml`), null);
    if (content === null) return false;
    const tables: XmlElement[] = [];
    const formula = formulaOf(content);
    if (formula !== '') emitText(formula, 'paragraph', place);
    readElements(content, 'office', new Set(['table:table']), (table) => {
      tables.push(table);
    });
    for (const table of tables) readTable(table, place);
    return tables.length > 0 || formula !== '';
  }

  function readImage(image: XmlElement, text: string, place: OpenPlace): void {
    const name = (image.attributes.get('xlink:href') ?? '').replace(/^\.\//, '');
    const entry = findPart(archive, name);
    let figureId = figureIdOf(place.page, name);
    if (entry !== undefined)
      figureId = readOr(() => writePicture(sink, place.page, archive.read(entry, imageBytesMax)), figureId);
    sink.block({ ...placeless, ...place, kind: 'figure', figureId, text });
  }

  /** A damaged picture or object must not cost the text. */
  function readOr<T>(part: () => T, otherwise: T): T {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      sink.warn('A picture or chart in the file could not be read.');
      return otherwise;
    }
  }

  return { read, textWithin };
}

/** Text of a formula in the notation of its author, else its signs in their order; '' for other content. */
function formulaOf(content: string): string {
  let text = '';
  readElements(content, 'math', new Set(['math:math']), (math) => {
    const [annotation] = findAll(math, 'math:annotation');
    text = textOf(annotation ?? math).trim();
  });
  return text;
}

function* rowsOf(
  table: XmlElement,
  isHeader = false,
): Generator<{ element: XmlElement; isHeader: boolean }, undefined> {
  for (const element of elementsOf(table)) {
    if (element.name === 'table:table-row') yield { element, isHeader };
    else if (element.name === 'table:table-header-rows') yield* rowsOf(element, true);
    else if (element.name === 'table:table-rows' || element.name === 'table:table-row-group')
      yield* rowsOf(element, isHeader);
  }
  return undefined;
}

/** Text of a paragraph, where blanks of the source are one each, and what is anchored in it. */
function contentOf(paragraph: XmlElement): Paragraph {
  const content: Paragraph = { text: '', frames: [], notes: [] };
  const walk = (element: XmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') {
        const text = child.replace(/[ \t\r\n]+/g, ' ');
        content.text += content.text === '' || /\s$/.test(content.text) ? text.trimStart() : text;
      } else if (child.name === 'text:s') {
        content.text += ' '.repeat(Math.min(wholeNumber(child.attributes.get('text:c'), 1), columnsMax));
      } else if (child.name === 'text:tab') content.text += '\t';
      else if (child.name === 'text:line-break') content.text += '\n';
      else if (child.name === 'text:note') {
        const citation = elementAt(child, 'text:note-citation');
        if (citation !== undefined) content.text += `[${textOf(citation).trim()}]`;
        content.notes.push(child);
      } else if (child.name === 'office:annotation') content.notes.push(child);
      else if (child.name === 'draw:frame') content.frames.push(child);
      else if (!silent.has(child.name)) walk(child);
    }
  };
  walk(paragraph);
  return content;
}
