import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { IMAGE_HEAD_BYTES, imageType } from 'spreadsheet-reader/toolkit';
import { placeless } from '../../block';
import { type BlockSink, figureIdOf, type FormatParser, writePicture } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { readHtmlBlocks } from '../html';
import { emitMarkdown } from '../markdown';

/** Bytes of a notebook with its pictures; it is one JSON text, which is in memory as a whole. */
const notebookBytesMax = 64 * 1024 * 1024;
/** Name that a program gives a picture which it has drawn; it tells nothing of the picture. */
const FIGURE_NAME = /^<[^<>\n]*>$/;

type Members = Record<string, unknown>;

/**
 * Parser of Jupyter notebooks (nbformat 3 and 4): cells in their order, of Markdown as text, of code as code
 * with its outputs. Of an output in several forms the first is read of Markdown, a table of HTML, and text;
 * its pictures are figures.
 */
export const parseNotebook: FormatParser = async ({ path, byteSize }, sink) => {
  if (byteSize > notebookBytesMax)
    throw new DocumentError('too_large', 'Notebooks of more than 64 MiB are not read; clear their outputs.');
  const notebook = parseMembers(await readFile(path, 'utf8'));
  const cells = cellsOf(notebook);
  if (cells === null)
    throw new DocumentError('corrupt', 'The file is damaged: it is no notebook with cells.');
  for (const cell of cells) await readCell(cell, sink);
  const { title } = membersOf(notebook.metadata);
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : null,
    language: null,
    pageCount: null,
  };
};

function parseMembers(json: string): Members {
  try {
    return membersOf(JSON.parse(json.replace(/^\ufeff/, '')));
  } catch (error) {
    throw new DocumentError('corrupt', 'The file is damaged: it is no JSON.', { cause: error });
  }
}

/** Cells of a notebook; null where it has no list of them. Before format 4 they were in worksheets. */
function cellsOf({ cells, worksheets }: Members): Members[] | null {
  if (Array.isArray(cells)) return cells.map(membersOf);
  if (!Array.isArray(worksheets)) return null;
  return worksheets.flatMap((sheet) => cellsOf({ cells: membersOf(sheet).cells }) ?? []);
}

async function readCell(cell: Members, sink: BlockSink): Promise<void> {
  const source = textOf(cell.source ?? cell.input);
  switch (cell.cell_type) {
    case 'markdown':
      await emitMarkdown(source, withAttachments(membersOf(cell.attachments), sink));
      break;
    case 'heading':
      sink.block({ ...placeless, kind: 'heading', level: levelOf(cell.level), text: source.trim() });
      break;
    case 'code':
      emitCode(source, sink);
      if (Array.isArray(cell.outputs))
        for (const output of cell.outputs) await readOutput(membersOf(output), sink);
      break;
    default:
      if (source.trim() !== '') sink.block({ ...placeless, kind: 'paragraph', text: source.trim() });
  }
}

/** Sink that has the pictures which a cell carries in place of references to them. */
function withAttachments(attachments: Members, sink: BlockSink): BlockSink {
  const byId = new Map(
    Object.entries(attachments).map(([name, forms]) => [
      figureIdOf(null, `attachment:${name}`),
      membersOf(forms),
    ]),
  );
  return {
    ...sink,
    block(block) {
      const forms = block.kind === 'figure' ? byId.get(block.figureId) : undefined;
      const text = 'text' in block ? block.text : '';
      if (forms === undefined || !readPicture(forms, text, sink)) sink.block(block);
    },
  };
}

const levelOf = (level: unknown): number =>
  typeof level === 'number' && level >= 1 && level <= 9 ? Math.floor(level) : 1;

async function readOutput(output: Members, sink: BlockSink): Promise<void> {
  const { ename, evalue } = output;
  if (typeof ename === 'string') emitCode(`${ename}: ${textOf(evalue)}`, sink);
  // Format 3 has the forms of an output beside its other members, under short names.
  const forms = 'data' in output ? membersOf(output.data) : output;
  const plain = textOf(forms['text/plain'] ?? forms.text);
  const html = textOf(forms['text/html'] ?? forms.html);
  const markdown = textOf(forms['text/markdown']);
  if (readPicture(forms, FIGURE_NAME.test(plain.trim()) ? '' : plain.trim(), sink)) return;
  if (markdown !== '') await emitMarkdown(markdown, sink);
  else if (/<table[\s>]/i.test(html)) readHtmlBlocks(html, { block: sink.block });
  else emitCode(plain, sink);
}

/** Writes the picture among the forms of an output, with its text; false where there is none. */
function readPicture(forms: Members, text: string, sink: BlockSink): boolean {
  for (const [form, content] of Object.entries(forms)) {
    if (!/^(?:image\/)?(?:png|jpeg|gif|webp)$/.test(form)) continue;
    const bytes = Buffer.from(textOf(content), 'base64');
    const contentType = imageType(bytes.subarray(0, IMAGE_HEAD_BYTES));
    if (!contentType.startsWith('image/')) continue;
    const figureId = writePicture(sink, null, bytes);
    sink.block({ ...placeless, kind: 'figure', figureId, text });
    return true;
  }
  return false;
}

function emitCode(code: string, sink: BlockSink): void {
  const text = stripVTControlCharacters(code).replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
  if (text !== '') sink.block({ ...placeless, kind: 'code', text });
}

/** A text, which a notebook may have as its lines. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
