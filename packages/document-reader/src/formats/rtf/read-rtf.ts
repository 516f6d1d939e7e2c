import { charsetOfCodePage, decodeAll } from 'spreadsheet-reader/toolkit';
import { symbolText } from '../word/symbols';
import { createRtfFonts } from './rtf-fonts';
import { type RtfToken, rtfTokens } from './rtf-tokens';

/** Content of an RTF file: text, or HTML when the file was made from HTML ([MS-OXRTFEX]). */
export interface RtfContent {
  kind: 'html' | 'text';
  content: string;
}

/**
 * Part of a file that a text belongs to; `mark` is the number or bullet of a list item, `picture` has hex digits,
 * `info` is what the file says of itself but its title.
 */
export type RtfPart = 'body' | 'note' | 'header' | 'footer' | 'mark' | 'picture' | 'style' | 'info' | 'title';

/** Properties of a paragraph. */
export interface RtfParagraph {
  /** Number of its style; 0 for the default one. */
  style: number;
  /** Outline level, 1 for the outermost; null for none of its own. */
  outline: number | null;
  inTable: boolean;
  /** Level in a list, from 0. */
  listLevel: number;
}

/** Receiver of the text of a file by its parts, as it is read. */
export interface RtfStructure {
  text(part: RtfPart, text: string): void;
  /** The text of a part so far is a paragraph, or for `style` the definition of a style. */
  endParagraph(part: RtfPart, paragraph: RtfParagraph): void;
  endCell(): void;
  endRow(): void;
  /** The row that is being read is a header of its table. */
  headerRow(): void;
  /** The group of a part other than the body has ended. */
  endPart(part: RtfPart): void;
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
  part: RtfPart;
  paragraph: RtfParagraph;
  /** Number of characters that follow a Unicode character as its substitute. */
  substitutes: number;
}

const SILENT = new Set(
  (
    'colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf themedata ' +
    'colorschememapping datastore latentstyles listtable listoverridetable rsidtbl xmlnstbl generator bkmkstart ' +
    'bkmkend fldinst filetbl revtbl mmathPr objdata objclass objname nonshppict atnid atnauthor atnref xe tc ' +
    'private pnseclvl upr nonesttables'
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
/** Parts by the control word that begins them, where a structure is asked for. */
const PARTS: Readonly<Record<string, RtfPart>> = {
  footnote: 'note',
  header: 'header',
  headerl: 'header',
  headerr: 'header',
  headerf: 'header',
  footer: 'footer',
  footerl: 'footer',
  footerr: 'footer',
  footerf: 'footer',
  listtext: 'mark',
  pntext: 'mark',
  pict: 'picture',
  stylesheet: 'style',
  info: 'info',
  title: 'title',
};
const outlineLevelMax = 8;
const plainParagraph: RtfParagraph = { style: 0, outline: null, inTable: false, listLevel: 0 };
const PAGES: Readonly<Record<string, number>> = { mac: 10000, pc: 437, pca: 850 };
const groupsDepthMax = 1_000;

/** Reads RTF; null for other bytes. A structure gets the text of a file that was not made from HTML. */
export function readRtf(rtf: Buffer, structure?: RtfStructure): RtfContent | null {
  if (!rtf.subarray(0, 64).toString('latin1').trimStart().startsWith('{\\rtf')) return null;
  const reader = createRtfReader(structure);
  for (const token of rtfTokens(rtf)) reader.read(token);
  return reader.end();
}

function createRtfReader(structure: RtfStructure | undefined): {
  read(token: RtfToken): void;
  end(): RtfContent;
} {
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
    part: 'body',
    paragraph: plainParagraph,
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
    if (structure !== undefined && !html) {
      if (!group.hidden) structure.text(group.part, text);
      return;
    }
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
    if (structure !== undefined && readStructure(structure, word, parameter)) return;
    if (word === 'htmltag' && wasOptional && html) group.tag = true;
    else if (wasOptional || SILENT.has(word)) group.silent = true;
    else if (word === 'fonttbl') group.fonts = true;
    else if (group.fonts) fonts.control(word, parameter);
    else readState(word, parameter);
  }

  /** Reads what gives a file its structure; false for any other control word. */
  function readStructure(structure: RtfStructure, word: string, parameter: number | null): boolean {
    const part = PARTS[word];
    if (part !== undefined && !group.silent && group.part !== 'picture') group.part = part;
    else if (word === 'shppict') return true;
    else if (group.part === 'style' && word === 's') change({ style: parameter ?? 0 });
    else if (word === 'pard') group.paragraph = plainParagraph;
    else if (word === 's') change({ style: parameter ?? 0 });
    else if (word === 'outlinelevel')
      change({ outline: parameter === null || parameter > outlineLevelMax ? null : parameter + 1 });
    else if (word === 'intbl') change({ inTable: true });
    else if (word === 'ilvl') change({ listLevel: parameter ?? 0 });
    else if (group.silent) return false;
    else if (word === 'par' || word === 'sect' || word === 'page')
      structure.endParagraph(group.part, group.paragraph);
    else if (word === 'cell') structure.endCell();
    else if (word === 'row') structure.endRow();
    else if (word === 'trhdr') structure.headerRow();
    else return false;
    return true;
  }

  function change(properties: Partial<RtfParagraph>): void {
    group.paragraph = { ...group.paragraph, ...properties };
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

  function endGroup(): void {
    const { part, paragraph, silent } = group;
    group = groups.pop() ?? group;
    if (structure === undefined || silent || part === 'body') return;
    // Each style of the style sheet has a group of its own.
    if (part === 'style') structure.endParagraph(part, paragraph);
    else if (group.part !== part) structure.endPart(part);
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
        else endGroup();
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
