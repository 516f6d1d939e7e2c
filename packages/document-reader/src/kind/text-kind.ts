import { beginsLikeJson, sniffMarkup } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../document-error';
import { foreignOffice } from './foreign-office';
import { FILE_KINDS, type FileKind } from './file-kind';
import { extensionOf, namedKind } from './named-kind';

/** Filename and declared content type, used only where the content fits several kinds. */
export interface KindHints {
  filename: string;
  contentType?: string | null;
}

const PROLOGUE = /^(?:\s|\ufeff|<\?xml[^>]{0,200}\?>|<!--(?:[^-]|-(?!->)){0,4000}-->)*/;
const HTML_START = /^<(?:!doctype\s+html|html[\s>])/i;
const MAIL_HEADER =
  /^(?:from|to|cc|subject|date|received|mime-version|message-id|return-path|delivered-to|reply-to|content-type|dkim-signature|x-[\w-]+):/i;
const mailHeadersMin = 2;
const MARKDOWN_LINE =
  /^(?:#{1,6} \S|```|\s*[-*] \[[ x]\] |\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *$|[^\n]{0,200}?\[[^\]\n]{1,200}\]\([^)\n]{1,500}\))/gm;
const markdownLinesMin = 3;

/**
 * Kind of a text by its beginning; where several fit, by the hints.
 *
 * @param text first characters of the file
 * @param whole whether they are all of it
 */
export function textKind(text: string, whole: boolean, { filename, contentType }: KindHints): FileKind {
  const extension = extensionOf(filename);
  const named = namedKind(filename);
  const media = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const start = text.replace(PROLOGUE, '');
  if (start.startsWith('{\\rtf')) return FILE_KINDS.rtf;
  if (/^<office:document[\s>]/.test(start)) throw foreignOffice();
  if (/^<svg[\s>]/i.test(start)) throw refused('SVG pictures are not read.');
  if (HTML_START.test(start)) return extension === 'xls' ? FILE_KINDS.xls : FILE_KINDS.html;
  if (/<\?mso-application[^>]*Excel/.test(text.slice(0, 1_000))) return FILE_KINDS.xls;
  if (named === FILE_KINDS.md || media === 'text/markdown') return FILE_KINDS.md;
  if (isMail(start)) return FILE_KINDS.eml;
  if (named === FILE_KINDS.ipynb && beginsLikeJson(text, whole)) return FILE_KINDS.ipynb;
  if (named === FILE_KINDS.json || beginsLikeJson(text, whole)) return FILE_KINDS.json;
  if (named === FILE_KINDS.html || media === 'text/html') return FILE_KINDS.html;
  if (extension === '' && media === 'text/csv') return FILE_KINDS.csv;
  if (named === FILE_KINDS.csv || named === FILE_KINDS.tsv || named === FILE_KINDS.txt) return named;
  const markup = sniffMarkup(text, whole);
  if (markup === 'legacy' || markup === 'page') return FILE_KINDS.html;
  if ((text.match(MARKDOWN_LINE)?.length ?? 0) >= markdownLinesMin) return FILE_KINDS.md;
  return isTable(text, whole) ? (text.includes('\t') ? FILE_KINDS.tsv : FILE_KINDS.csv) : FILE_KINDS.txt;
}

/** Whether a text starts with the header fields of a message. */
export function isMail(start: string): boolean {
  let known = 0;
  for (const line of start
    .replace(/^From .*\r?\n/, '')
    .slice(0, 16_384)
    .split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) continue;
    if (!/^[!-9;-~]+:/.test(line)) break;
    if (MAIL_HEADER.test(line) && ++known >= mailHeadersMin) return true;
  }
  return false;
}

/** Whether all lines have the same number of commas, semicolons or tabs, at least two. */
function isTable(text: string, whole: boolean): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (!whole) lines.pop();
  if (lines.length < 3) return false;
  return [',', ';', '\t'].some((mark) => {
    const count = lines[0]!.split(mark).length;
    return count > 2 && lines.every((line) => line.replace(/"[^"]*"/g, '').split(mark).length === count);
  });
}

function refused(sentence: string): DocumentError {
  return new DocumentError('unsupported', sentence);
}
