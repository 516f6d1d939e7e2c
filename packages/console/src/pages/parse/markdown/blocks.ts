import { lexer, type Token, type Tokens } from 'marked';

/** A block of a document with the page that it begins on. */
export interface MarkdownBlock {
  token: Token;
  /** Page of the document, from 0; null before the first mark of a page. */
  page: number | null;
  /** Level that a heading is shown at: one deeper than in the file, without gaps. */
  level: number;
}

const pageMark = /^<!-- page (\d+) -->\s*$/;
/** Level of the heading that the document stands under. */
const outerLevel = 1;
const levelMax = 6;

/** Blocks of the Markdown of a parsed document. Comments that name pages are not blocks. */
export function blocksOf(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let page: number | null = null;
  let last = outerLevel;
  for (const token of lexer(markdown)) {
    const mark = token.type === 'html' ? pageMark.exec(token.raw.trim()) : null;
    if (mark !== null) {
      page = Number(mark[1]);
      continue;
    }
    if (token.type === 'space' || token.type === 'def') continue;
    if (token.type === 'heading')
      last = Math.min((token as Tokens.Heading).depth + outerLevel, last + 1, levelMax);
    blocks.push({ token, page, level: last });
  }
  return blocks;
}

/** Letters and digits of a text in lower case, without accents: what a region and its block have in common. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Characters by which a block is found. */
const comparedChars = 60;

/** Index of the block of a page that has the text of a region; -1 for none. */
export function blockOfRegion(
  blocks: readonly MarkdownBlock[],
  { page, text }: { page: number; text: string },
): number {
  const wanted = comparable(text).slice(0, comparedChars);
  if (wanted === '') return -1;
  return blocks.findIndex((block) => block.page === page && comparable(block.token.raw).includes(wanted));
}

/** A link that may be followed: one to the web or to a mail address; null for any other. */
export function safeLink(href: string): string | null {
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null;
}
