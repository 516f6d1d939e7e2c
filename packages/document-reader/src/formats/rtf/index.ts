import { readFile } from 'node:fs/promises';
import { IMAGE_HEAD_BYTES, imageType } from 'spreadsheet-reader/toolkit';
import { type Block, placeless } from '../../block';
import { type BlockSink, type FormatParser, writePicture } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { readHtmlBlocks } from '../html';
import { readRtf, type RtfParagraph, type RtfPart, type RtfStructure } from './read-rtf';

const rtfBytesMax = 256 * 1024 * 1024;
const HEADING = /^(?:heading|überschrift|titre|título|titolo|kop) ?([1-9])$/i;
/** A mark that a program wrote as text before a tab, as it stands for readers that know no lists. */
const WRITTEN_MARK = /^([•·▪◦‣–-]|\(?(?:\d{1,3}|[a-z])[.)])\t\s*(?=\S)/i;
/** Names of the style of a title. */
const TITLE = /^(?:title|titel)$/i;

/** Parser of RTF: paragraphs, headings by outline and style, lists, tables, notes, pictures and running heads. */
export const parseRtf: FormatParser = async ({ path, byteSize }, sink) => {
  if (byteSize > rtfBytesMax)
    throw new DocumentError(
      'too_large',
      'RTF files of more than 256 MiB are not read; save the file as DOCX.',
    );
  const blocks = createRtfBlocks(sink);
  const read = readRtf(await readFile(path), blocks);
  if (read === null) throw new DocumentError('corrupt', 'The file is damaged: it does not begin like RTF.');
  if (read.kind === 'html') {
    const { title, language } = readHtmlBlocks(read.content, { block: sink.block });
    return { title, language, pageCount: null };
  }
  return { title: blocks.end(), language: null, pageCount: null };
};

/** Makes the blocks of a file from its text. `end` writes the last of them, and answers the title. */
function createRtfBlocks(sink: BlockSink): RtfStructure & { end(): string | null } {
  const texts: Record<RtfPart, string> = {
    body: '',
    note: '',
    header: '',
    footer: '',
    mark: '',
    picture: '',
    style: '',
    info: '',
    title: '',
  };
  const headingLevels = new Map<number, number>();
  const runningHeads = new Map<string, 'page_header' | 'page_footer'>();
  /** Notes and pictures of the paragraph or table that is being read. */
  let later: Block[] = [];
  let rows: string[][] = [];
  let cells: string[] = [];
  let headerRows = 0;
  let isHeader = false;

  function take(part: RtfPart): string {
    const text = texts[part].replace(/^\s*\n|\s+$/g, '').trim();
    texts[part] = '';
    return text;
  }

  function emitLater(): void {
    later.forEach(sink.block);
    later = [];
  }

  function endTable(): void {
    if (rows.length === 0) return;
    const [[only] = [], ...others] = rows;
    // A table of one cell is a frame around a text.
    if (others.length === 0 && rows[0]!.length === 1) {
      if (only !== undefined && only !== '') sink.block({ ...placeless, kind: 'paragraph', text: only });
    } else sink.block({ ...placeless, kind: 'table', rows, headerRows: Math.min(headerRows, rows.length) });
    rows = [];
    headerRows = 0;
    emitLater();
  }

  function endBodyParagraph({ style, outline, inTable, listLevel }: RtfParagraph): void {
    if (inTable) {
      texts.body += '\n';
      return;
    }
    endTable();
    const written = take('body');
    const [begin = '', sign = ''] = WRITTEN_MARK.exec(written) ?? [];
    const text = written.slice(begin.length);
    const mark = take('mark') || sign;
    const level = outline ?? headingLevels.get(style);
    if (text !== '' && level !== undefined) {
      const numbered = /\w/.test(mark) ? `${mark} ${text}` : text;
      sink.block({ ...placeless, kind: 'heading', level, text: numbered });
    } else if (text !== '' && mark !== '')
      sink.block({
        ...placeless,
        kind: 'list_item',
        level: listLevel,
        text,
        mark: /\w/.test(mark) ? mark : '-',
      });
    else if (text !== '') sink.block({ ...placeless, kind: 'paragraph', text });
    emitLater();
  }

  function endStyle({ style, outline }: RtfParagraph): void {
    const name = take('style').replace(/;$/, '');
    const level = outline ?? Number(HEADING.exec(name)?.[1] ?? (TITLE.test(name) ? 1 : Number.NaN));
    if (!Number.isNaN(level)) headingLevels.set(style, level);
  }

  function endPicture(): void {
    const bytes = Buffer.from(texts.picture.replace(/\s+/g, ''), 'hex');
    texts.picture = '';
    const contentType = imageType(bytes.subarray(0, IMAGE_HEAD_BYTES));
    if (!contentType.startsWith('image/')) return;
    const figureId = writePicture(sink, null, bytes);
    later.push({ ...placeless, kind: 'figure', figureId, text: '' });
  }

  return {
    text(part, text) {
      texts[part] += text;
    },
    endParagraph(part, paragraph) {
      if (part === 'body') endBodyParagraph(paragraph);
      else if (part === 'style') endStyle(paragraph);
      else texts[part] += '\n';
    },
    endCell() {
      const mark = take('mark');
      const text = take('body');
      cells.push(mark === '' ? text : `${mark} ${text}`);
    },
    headerRow() {
      isHeader = true;
    },
    endRow() {
      if (isHeader && headerRows === rows.length) headerRows++;
      isHeader = false;
      if (cells.length > 0) rows.push(cells);
      cells = [];
    },
    endPart(part) {
      if (part === 'picture') endPicture();
      else if (part === 'note') {
        const text = take('note');
        if (text !== '') later.push({ ...placeless, kind: 'footnote', text });
      } else if (part === 'header' || part === 'footer') {
        const text = take(part);
        if (text !== '') runningHeads.set(text, `page_${part}`);
      }
    },
    end() {
      if (cells.length > 0) rows.push(cells);
      endBodyParagraph({ style: 0, outline: null, inTable: false, listLevel: 0 });
      for (const [text, kind] of runningHeads) sink.block({ ...placeless, kind, text });
      return take('title') || null;
    },
  };
}
