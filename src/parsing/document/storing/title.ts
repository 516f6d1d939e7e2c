/** Titles that programs give to unnamed files. */
const NO_TITLE =
  /^(?:untitled|\(?anonymous\)?|document\d*|presentation\d*|powerpoint presentation|slide \d+|title|microsoft \w+ - .*)$/i;
const titleCharsMax = 500;

/** Title of a file in one line; null for a meaningless one. */
export function usefulTitle(title: string | null): string | null {
  const line = (title ?? '').replace(/\s+/g, ' ').trim();
  return line === '' || NO_TITLE.test(line) ? null : line.slice(0, titleCharsMax);
}
