/** Characters below the space that no text shows; line feeds are kept. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b-\u001f]/g;
/** Marks that mean something wherever they stand. */
const ANYWHERE = /[\\`*<|~]/g;
/** The end of a link text, where a target follows. */
const LINK_TARGET = /\](?=[(:])/g;
/** Web addresses, without marks at their ends that belong to the sentence. */
const ADDRESS = /(?<![^\s(])(?:https?:\/\/|www\.)[^\s<>`|\\]*[^\s<>`|\\?!.,:;*_~()[\]'"&]/g;
const ENTITY = /&(?=#?\w{1,32};)/g;
/** Marks at the beginning of a line: headings, quotes, task boxes, lists and rules, and underlines of headings. */
const LINE_START = /^(?:#|>|\[|[+-](?=[\s:+-]|$)|:(?=-)|=(?==*\s*$))/;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/;
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** Lines of a text without blanks at their ends; those without a visible character are empty. */
export function linesOfText(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, ' ')
    .split('\n')
    .map((line) => line.trim());
}

/** Text in one line. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * Markdown of text within a line: it reads as the text, whatever marks are in it. Addresses that become links
 * stay as they are.
 */
export function escapeInline(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    escaped += escapeMarks(text, from, index) + address;
    from = index + address.length;
  }
  return escaped + escapeMarks(text, from, text.length);
}

function escapeMarks(whole: string, from: number, to: number): string {
  return whole
    .slice(from, to)
    .replace(ANYWHERE, String.raw`\$&`)
    .replace(LINK_TARGET, String.raw`\]`)
    .replace(ENTITY, String.raw`\&`)
    .replace(/_+/g, (run, at: number, text: string) =>
      isWithinWord(text, at, run.length) ? run : run.replaceAll('_', String.raw`\_`),
    );
}

/** Markdown of a line of text, which begins no heading, list or other block. */
export function escapeLine(line: string): string {
  return escapeInline(line)
    .replace(LINE_START, String.raw`\$&`)
    .replace(ORDERED_START, String.raw`$1\$2`);
}

/** Markdown of the text of a heading: a run of `#` at its end would be taken for a closing mark. */
export function escapeHeading(line: string): string {
  return escapeInline(line).replace(/#+$/, (run) => run.replaceAll('#', String.raw`\#`));
}

/** Markdown of the description of a picture. */
export function escapeDescription(line: string): string {
  return escapeInline(line).replace(/\\?[[\]]/g, (mark) => `\\${mark.at(-1)!}`);
}

/** Whether underscores are between letters or digits, where they mark no emphasis. */
function isWithinWord(text: string, at: number, length: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + length, at + length + 2)];
  return WORD_END.test(before) && WORD_START.test(after);
}
