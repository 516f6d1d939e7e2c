import { type Lexicon } from './lexicon';
import { markOf, startsWithBullet } from './list-mark';
import { type Paragraph } from './paragraphs';
import { type TextSizes } from './text-sizes';

/** Role of a paragraph. */
export type Role =
  | { kind: 'heading'; level: number }
  /**
   * `length` counts the characters of the mark and the space behind it; `level` is null where the indent
   * decides.
   */
  | { kind: 'list_item'; mark: string; length: number; level: number | null }
  | { kind: 'caption' | 'footnote' | 'paragraph' | 'contents' | 'page_header' | 'page_footer' };

/** Document and page facts that decide a paragraph's role. */
export interface RoleContext {
  sizes: TextSizes;
  lexicon: Lexicon;
  /** Height of the page in points. */
  pageHeight: number;
  /** Heading level of a text of this page in the document outline, null for none. */
  outlineLevelOf: (text: string) => number | null;
  /** True where sizes are measured in an image, so that small differences have no meaning. */
  rough: boolean;
}

const captionStart =
  /^(figure|fig\.?|table|tab\.|chart|exhibit|plate|scheme|abbildung|abb\.|tabelle|tableau|figura|tabla)\s*[\dIVX]+([.:–—-]|\s|$)/iu;
/** Sign of a footnote before its text. */
export const footnoteStart = /^(\d{1,3}|[*†‡§¶]+|\[\d+\])\s*\S/u;
const headingLettersMax = 200;
const boldHeadingLettersMax = 120;
const headingLinesMax = 3;
const footnotePageShare = 0.55;

/** Role of a paragraph, by size, weight, position and first characters. */
export function roleOf(paragraph: Paragraph, context: RoleContext): Role {
  const { text, lines, size } = paragraph;
  const { sizes, rough } = context;
  const outlineLevel = lines.length <= headingLinesMax ? context.outlineLevelOf(text) : null;
  if (outlineLevel !== null) return { kind: 'heading', level: outlineLevel };
  if (captionStart.test(text) && text.length < 1_000) return { kind: 'caption' };
  const level = headingLevel(paragraph, context);
  if (level !== null) return { kind: 'heading', level };
  const mark = markOf(text);
  const low = paragraph.rect.top > context.pageHeight * footnotePageShare;
  if (!rough && low && size < sizes.body * 0.92 && footnoteStart.test(text)) return { kind: 'footnote' };
  if (mark !== null) return { kind: 'list_item', ...mark, level: null };
  return { kind: 'paragraph' };
}

function headingLevel({ text, lines, size, bold }: Paragraph, { sizes, rough }: RoleContext): number | null {
  if (lines.length > headingLinesMax || text.length > headingLettersMax || !/\p{L}{2}/u.test(text))
    return null;
  if (startsWithBullet(text)) return null;
  const ended = /[,;]$|[^.\d][.]$/u.test(text) && text.length > 60;
  if (ended) return null;
  if (size >= sizes.body * (rough ? 1.35 : 1.15)) {
    const index = sizes.headings.findIndex((known) => size >= known * 0.95);
    return index < 0 ? sizes.headings.length + 1 : index + 1;
  }
  const short = text.length <= boldHeadingLettersMax && lines.length <= 2 && !/[.,;:]$/u.test(text);
  if (bold && short && size >= sizes.body * 0.97) return sizes.headings.length + 1;
  return null;
}
