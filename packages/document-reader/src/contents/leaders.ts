/** Line of a table of contents: a title, then the page that it begins on. */
export interface ContentsEntry {
  title: string;
  page: string;
  /** True where only white space, not a leader, separates the two. */
  bare: boolean;
}

/** Lines of a text that may be a table of contents. */
export interface ContentsLines {
  entries: ContentsEntry[];
  /** The text without leaders, one line for each entry. */
  text: string;
  /** Lines without a page: part headings and first lines of long titles. */
  others: string[];
}

/** Leader: a character four times or more, `…` twice, each with up to two blanks before it. */
const leader =
  /(?:([.·․∙⋅・･])(?:[ \u00a0\u2009]{0,2}\1){3,}|([…‥])(?:[ \u00a0]{0,2}\2)+|([_~=*—–-])(?:[ ]{0,2}\3){4,})[.·…]*/gu;
/** White space, or the few dots for which a long title leaves room, between a title and its page. */
const bareGap = /\t[ \t]*| {3,}|(?: [.·]){2,} ?/g;
/** Page: a number, a Roman number, a number within a chapter (`3-12`) or an annex (`A-3`). */
const pageAfter =
  /[ \t\u00a0]*((?:[A-Z]{1,2}|\d{1,3})[-–]\d{1,4}|[A-Z]?\d{1,4}|[ivxlcdm]{1,8}|[IVXLCDM]{1,8})(?=[ \t\n]|$)/uy;
const titleCharsMax = 300;
/** Dots past which a run is a leader in any text; fewer may be an ellipsis. */
const dots = /(?:[ \u00a0]?([.·․∙⋅])(?:[ \u00a0]{0,2}\1){4,}|[ \u00a0]?…(?:[ \u00a0]{0,2}…){3,})[ \u00a0]?/gu;

/** Found in every text that may hold an entry; most texts are passed by it at once. */
const hint = /([.·․∙⋅・･…‥_~=*—–-])[ \u00a0\u2009]{0,2}\1|\t| {3}/u;

/** Reads the lines of a text as entries of a table of contents. */
export function contentsLines(text: string): ContentsLines {
  if (!hint.test(text)) return { entries: [], text, others: text.slice(0, titleCharsMax).split('\n') };
  const found: ContentsLines = { entries: [], text: '', others: [] };
  const lines: string[] = [];
  for (const line of text.split('\n')) readLine(line, found, lines);
  return { ...found, text: lines.join('\n') };
}

function readLine(line: string, { entries, others }: ContentsLines, lines: string[]): void {
  const dotted = [...line.matchAll(leader)];
  const gaps = dotted.length > 0 ? dotted : [...line.matchAll(bareGap)].slice(-1);
  let from = 0;
  for (const gap of gaps) {
    pageAfter.lastIndex = gap.index + gap[0].length;
    const page = gap.index - from > titleCharsMax ? undefined : pageAfter.exec(line)?.[1];
    if (page === undefined) continue;
    const end = pageAfter.lastIndex;
    const title = withoutLeaders(line.slice(from, gap.index)).trim();
    const bare = dotted.length === 0;
    if (!/[\p{L}\p{N}]/u.test(title) || (bare && end < line.trimEnd().length)) continue;
    entries.push({ title, page, bare });
    lines.push(`${title} ${page}`);
    from = end;
  }
  const rest = withoutLeaders(line.slice(from)).replace(/\t+/g, ' ').trimEnd();
  if (rest.trim() === '') return;
  others.push(rest.trim());
  lines.push(from > 0 ? rest.trim() : rest);
}

/** Returns the text without leaders of dots, which say nothing and fill a chunk's budget. */
export function withoutLeaders(text: string): string {
  return text.replace(dots, ' ');
}

/** Place of a page in the numbering that it belongs to; `group` names the numbering. */
export function pageOrder(page: string): { group: string; value: number } {
  const within = /^(\w+)[-–](\d+)$/u.exec(page);
  if (within !== null) {
    const chapter = Number(within[1]);
    return Number.isNaN(chapter)
      ? { group: 'annex', value: Number(within[2]) }
      : { group: 'chapter', value: chapter * 10_000 + Number(within[2]) };
  }
  if (/^\d+$/.test(page)) return { group: 'page', value: Number(page) };
  if (/^[A-Z]\d/.test(page)) return { group: page[0]!, value: Number(page.slice(1)) };
  return { group: 'roman', value: romanValue(page.toLowerCase()) };
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

function romanValue(roman: string): number {
  let value = 0;
  for (const [index, digit] of roman.split('').entries()) {
    const own = ROMAN[digit]!;
    value += own < (ROMAN[roman[index + 1] ?? ''] ?? 0) ? -own : own;
  }
  return value;
}
