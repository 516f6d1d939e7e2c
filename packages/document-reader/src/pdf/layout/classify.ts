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
  /** Whether capitals stand out on this page, since most of its letters are small. */
  capitalsTell: boolean;
}

const captionStart =
  /^(figure|fig\.?|table|tab\.|chart|exhibit|plate|scheme|abbildung|abb\.|tabelle|tableau|figura|tabla)\s*[\dIVX]+([.:–—-]|\s|$)/iu;
/** Sign of a footnote before its text. */
export const footnoteStart = /^(\d{1,3}|[*†‡§¶]+|\[\d+\])\s*\S/u;
/** A part of a long document by its name and number, and by the title behind it. */
const numberedPart =
  /^(?:part|item|note|section|chapter|article|appendix|annex|schedule|exhibit|teil|abschnitt|kapitel|artikel|anhang|anlage|partie|chapitre|annexe|parte|cap[ií]tulo|secci[oó]n|art[ií]culo|anexo|capitolo|sezione|articolo|allegato)\s+(?:\d{1,3}|[ivxlc]{1,6}|[a-z])[a-z]?(?:\.\d{1,2})*\s*[.:)–—-]*(?:\s+(?=\p{Lu})|$)/iu;
const periodWord = String.raw`(?:as of|at|for the|three|six|nine|twelve|months?|quarters?|years?|weeks?|ended|\d{1,4}|(?:jan|feb|mar|apr|aug|sep|oct|nov|dec)\p{L}*|may|june?|july?)`;
/** The end of a period, which names columns of a table. */
const periodEnd = new RegExp(`^${periodWord}(?:[\\s,.]+${periodWord})*[.,]?$`, 'iu');
const numberedPartCharsMax = 120;
/** A section by its number of several levels and its title. */
const numberedSection = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}.*\p{L}\)?$/u;
const sectionCharsMax = 90;
const capitalsCharsMax = 100;
const capitalsMin = 6;
const capitalsShareMin = 0.95;
const headingLettersMax = 200;
const boldHeadingLettersMax = 120;
const headingLinesMax = 4;
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

/** Whether a text is the name of a numbered part, such as "Item 7. Results", and no sentence about it. */
function namesPart(text: string): boolean {
  return text.length <= numberedPartCharsMax && numberedPart.test(text) && !/[.,;:]$/u.test(text.slice(-1));
}

/** Whether a short text is of capitals alone. */
function isCapitals(text: string): boolean {
  if (text.length > capitalsCharsMax || /[.,;:]$/u.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => /\p{Lu}/u.test(letter)).length;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return (
    capitals >= capitalsMin && capitals >= letters.length * capitalsShareMin && digits * 2 <= letters.length
  );
}

function headingLevel(
  { text, lines, size, bold }: Paragraph,
  { sizes, rough, capitalsTell }: RoleContext,
): number | null {
  if (lines.length > headingLinesMax || text.length > headingLettersMax || !/\p{L}{2}/u.test(text))
    return null;
  if (startsWithBullet(text) || (/\d/u.test(text) && periodEnd.test(text) && /[a-z]{3}/iu.test(text)))
    return null;
  const ended = /[,;]$|[^.\d][.]$/u.test(text) && text.length > 60;
  if (ended) return null;
  if (size >= sizes.body * (rough ? 1.35 : 1.15)) {
    const index = sizes.headings.findIndex((known) => size >= known * 0.95);
    return index < 0 ? sizes.headings.length + 1 : index + 1;
  }
  const short = text.length <= boldHeadingLettersMax && lines.length <= 2 && !/[.,;:]$/u.test(text);
  if (bold && short && size >= sizes.body * 0.97) return sizes.headings.length + 1;
  if (rough || lines.length > 2 || size < sizes.body * 0.97) return null;
  const isSection = text.length <= sectionCharsMax && numberedSection.test(text);
  if (isSection || namesPart(text) || (capitalsTell && isCapitals(text))) return sizes.headings.length + 1;
  return null;
}
