import { type MarkedToken, type Token, type Tokens } from 'marked';
import { placeless } from '../../block';
import { type BlockSink, figureIdOf } from '../../block-sink';
import { readHtml, readHtmlBlocks } from '../html';

/** Turns the tokens of a Markdown text into blocks. */
export function readMarkdownBlocks(tokens: readonly Token[], sink: Pick<BlockSink, 'block'>): void {
  for (const token of tokens as readonly MarkedToken[]) readToken(token, sink);
}

function readToken(token: MarkedToken, sink: Pick<BlockSink, 'block'>): void {
  switch (token.type) {
    case 'heading':
      sink.block({ ...placeless, kind: 'heading', level: token.depth, text: inline(token.tokens, sink) });
      break;
    case 'paragraph':
    case 'text':
      readParagraph(token, sink);
      break;
    case 'code':
      sink.block({ ...placeless, kind: 'code', text: token.text });
      break;
    case 'blockquote':
      readMarkdownBlocks(token.tokens, sink);
      break;
    case 'list':
      readList(token, 0, sink);
      break;
    case 'table':
      readTable(token, sink);
      break;
    case 'html':
      readHtmlBlocks(token.text, { block: sink.block });
      break;
    case 'def':
      // A link definition has no text; a footnote definition looks like one.
      if (token.tag.startsWith('^')) emitFootnote(token.raw, sink);
      break;
    default:
  }
}

const FOOTNOTE = /^\s*\[\^([^\]]*)\]:\s*/;

function readParagraph(token: Tokens.Paragraph | Tokens.Text, sink: Pick<BlockSink, 'block'>): void {
  const text = inline(token.tokens ?? [token], sink);
  if (FOOTNOTE.test(text)) emitFootnote(text, sink);
  else sink.block({ ...placeless, kind: 'paragraph', text });
}

function emitFootnote(text: string, sink: Pick<BlockSink, 'block'>): void {
  sink.block({ ...placeless, kind: 'footnote', text: text.replace(FOOTNOTE, '[$1] ').trim() });
}

function readList(list: Tokens.List, level: number, sink: Pick<BlockSink, 'block'>): void {
  for (const [index, item] of list.items.entries()) {
    let mark = list.ordered ? `${(list.start || 1) + index}.` : '-';
    if (item.task) mark += item.checked === true ? ' [x]' : ' [ ]';
    for (const token of item.tokens as readonly MarkedToken[]) {
      if (token.type === 'list') readList(token, level + 1, sink);
      else if (token.type === 'text' || token.type === 'paragraph') {
        const text = inline(token.tokens ?? [token], sink);
        sink.block({ ...placeless, kind: 'list_item', level, text, mark });
        mark = '';
      } else if (token.type !== 'space' && token.type !== 'checkbox') readToken(token, sink);
    }
  }
}

function readTable(table: Tokens.Table, sink: Pick<BlockSink, 'block'>): void {
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inline(cell.tokens, sink));
  const header = cells(table.header);
  const rows = [header, ...table.rows.map(cells)];
  // Markdown tables always have a header row; authors leave it empty for none.
  const headless = header.every((cell) => cell === '');
  sink.block({
    ...placeless,
    kind: 'table',
    rows: headless ? rows.slice(1) : rows,
    headerRows: headless ? 0 : 1,
  });
}

/** Text of inline tokens without markup; images become figures. */
function inline(tokens: readonly Token[], sink: Pick<BlockSink, 'block'>): string {
  let text = '';
  for (const token of tokens as readonly MarkedToken[]) {
    switch (token.type) {
      case 'br':
        text += '\n';
        break;
      case 'image':
        sink.block({
          ...placeless,
          kind: 'figure',
          figureId: figureIdOf(null, token.href),
          text: token.text,
        });
        break;
      case 'html':
        text += inlineHtml(token.raw);
        break;
      case 'codespan':
        text += token.text;
        break;
      case 'checkbox':
        break;
      default:
        text += plainText(token, sink);
    }
  }
  return text;
}

function plainText(token: Token, sink: Pick<BlockSink, 'block'>): string {
  const { tokens, text } = token as { tokens?: Token[]; text?: string };
  return tokens === undefined ? decodeReferences(text ?? '') : inline(tokens, sink);
}

function inlineHtml(raw: string): string {
  return /^<br\s*\/?>/i.test(raw) ? '\n' : '';
}

/** Text with HTML character references resolved. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (reference) => {
    let decoded = '';
    readHtml(reference, {
      open: () => undefined,
      close: () => undefined,
      text: (piece) => (decoded += piece),
    });
    return decoded;
  });
}
