import { charsetOfCodePage, decodeAll } from 'spreadsheet-reader/toolkit';
import { symbolText } from '../word/symbols';
import { createRtfFonts } from './rtf-fonts';
import { type RtfToken, rtfTokens } from './rtf-tokens';

/** Content of an RTF file: text, or HTML when the file was made from HTML ([MS-OXRTFEX]). */
export interface RtfContent {
  kind: 'html' | 'text';
  content: string;
}

/** State of a group. Inner groups inherit it; it ends with the group. */
interface Group {
  /** True in groups without text: tables of the header, instructions of fields, data of pictures. */
  silent: boolean;
  fonts: boolean;
  /** True in a piece of the original HTML. */
  tag: boolean;
  /** True for content that only RTF readers show. */
  forRtf: boolean;
  hidden: boolean;
  font: number | null;
  /** Number of characters that follow a Unicode character as its substitute. */
  substitutes: number;
}

const SILENT = new Set(
  (
    'colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf themedata ' +
    'colorschememapping datastore latentstyles listtable listoverridetable rsidtbl xmlnstbl generator bkmkstart ' +
    'bkmkend fldinst filetbl revtbl mmathPr objdata objclass objname nonshppict atnid atnauthor atnref xe tc ' +
    'private pnseclvl upr'
  ).split(' '),
);
const TEXTS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  page: '\n',
  sect: '\n',
  row: '\n',
  nestrow: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
  enspace: ' ',
  emspace: ' ',
  '~': '\u00a0',
  _: '\u2011',
};
const PAGES: Readonly<Record<string, number>> = { mac: 10000, pc: 437, pca: 850 };
const groupsDepthMax = 1_000;

/** Reads RTF; null for other bytes. */
export function readRtf(rtf: Buffer): RtfContent | null {
  if (!rtf.subarray(0, 64).toString('latin1').trimStart().startsWith('{\\rtf')) return null;
  const reader = createRtfReader();
  for (const token of rtfTokens(rtf)) reader.read(token);
  return reader.end();
}

function createRtfReader(): { read(token: RtfToken): void; end(): RtfContent } {
  const fonts = createRtfFonts();
  const output: string[] = [];
  const groups: Group[] = [];
  let group: Group = {
    silent: false,
    fonts: false,
    tag: false,
    forRtf: false,
    hidden: false,
    font: null,
    substitutes: 1,
  };
  let charset = 'windows-1252';
  let defaultFont: number | null = null;
  let html = false;
  let optional = false;
  let toSkip = 0;
  let tooDeep = 0;
  let held: Buffer[] = [];

  /** Decodes the collected bytes. They are collected since a character of two bytes may be in two tokens. */
  function flush(): void {
    if (held.length === 0) return;
    const bytes = Buffer.concat(held);
    held = [];
    const font = group.tag || group.font === null ? undefined : fonts.byNumber.get(group.font);
    if (font?.symbols) write([...bytes].map((code) => symbolOf(font.name, code)).join(''));
    else write(decodeAll(bytes, font?.charset ?? charset));
  }

  function write(text: string): void {
    if (group.silent || group.fonts) return;
    if (html && group.tag) output.push(text);
    else if (html && !group.forRtf) output.push(text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!));
    else if (!html && !group.hidden) output.push(text);
  }

  function readBytes(bytes: Buffer, escaped: boolean): void {
    const skipped = escaped ? Math.min(toSkip, 1) : Math.min(toSkip, bytes.length);
    toSkip -= skipped;
    const rest = bytes.subarray(skipped);
    if (rest.length === 0) return;
    if (group.fonts) fonts.text(rest);
    else held.push(rest);
  }

  function readControl(word: string, parameter: number | null): void {
    const wasOptional = optional;
    optional = word === '*';
    if (optional) return;
    if (toSkip > 0 && word === '~') {
      toSkip--;
      return;
    }
    toSkip = 0;
    flush();
    if (word === 'htmltag' && wasOptional && html) group.tag = true;
    else if (wasOptional || SILENT.has(word)) group.silent = true;
    else if (word === 'fonttbl') group.fonts = true;
    else if (group.fonts) fonts.control(word, parameter);
    else readState(word, parameter);
  }

  function readState(word: string, parameter: number | null): void {
    const on = parameter !== 0;
    const text = TEXTS[word];
    if (text !== undefined) write(text);
    else if (word === 'u') {
      write(String.fromCharCode((parameter ?? 0x20) & 0xffff));
      toSkip = group.substitutes;
    } else if (word === 'uc') group.substitutes = Math.min(Math.max(parameter ?? 1, 0), 16);
    else if (word === 'f') group.font = parameter;
    else if (word === 'plain') Object.assign(group, { font: defaultFont, hidden: false });
    else if (word === 'v' || word === 'deleted') group.hidden = on;
    else if (word === 'htmlrtf') group.forRtf = on;
    else if (word === 'fromhtml') html = on;
    else if (word === 'deff') group.font = defaultFont = parameter;
    else if (word === 'ansicpg') charset = charsetOfCodePage(parameter ?? 0) ?? charset;
    else if (word in PAGES) charset = charsetOfCodePage(PAGES[word]!) ?? charset;
    else if (html && word === 'pntext') group.silent = true;
  }

  return {
    read(token) {
      if (token.kind === 'bytes') {
        optional = false;
        readBytes(token.bytes, token.escaped);
      } else if (token.kind === 'control') readControl(token.word, token.parameter);
      else {
        flush();
        optional = false;
        toSkip = 0;
        if (token.kind === 'open' && groups.length >= groupsDepthMax) tooDeep++;
        else if (token.kind === 'open') {
          groups.push(group);
          group = { ...group };
        } else if (tooDeep > 0) tooDeep--;
        else group = groups.pop() ?? group;
      }
    },
    end() {
      flush();
      return { kind: html ? 'html' : 'text', content: output.join('') };
    },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Character of a symbol font. An unknown code of ASCII is read as ASCII: some fonts are marked as symbol
 * fonts by mistake.
 */
function symbolOf(font: string, code: number): string {
  return symbolText(font, code.toString(16)) || (code < 0x80 ? String.fromCharCode(code) : '');
}
