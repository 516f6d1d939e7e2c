/** Names that programs give to what nobody named. */
const NO_TITLE =
  /^(?:untitled|\(?anonymous\)?|document\d*|presentation\d*|powerpoint presentation|slide \d+|title|microsoft \w+ - .*)$/i;
const titleCharsMax = 500;

/** A title as a file gives it, in one line; null where it names nothing. */
export function usefulTitle(title: string | null): string | null {
  const line = (title ?? '').replace(/\s+/g, ' ').trim();
  return line === '' || NO_TITLE.test(line) ? null : line.slice(0, titleCharsMax);
}
