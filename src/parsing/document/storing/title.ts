/** Placeholder titles of unnamed files, as programs set them. */
const NO_TITLE =
  /^(?:untitled|\(?anonymous\)?|document\d*|presentation\d*|powerpoint presentation|slide \d+|title|microsoft \w+ - .*)$/i;
const titleCharsMax = 500;

/** Returns the title of a file in one line; null for a placeholder. */
export function usefulTitle(title: string | null): string | null {
  const line = (title ?? '').replace(/\s+/g, ' ').trim();
  return line === '' || NO_TITLE.test(line) ? null : line.slice(0, titleCharsMax);
}
