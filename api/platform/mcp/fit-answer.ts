import { ToolFailure } from './tool';

/** Lengths that texts are cut to, in UTF-16 code units, until an answer fits. */
const lengths = [Infinity, 4_000, 2_000, 1_200, 800, 500, 300, 150];

/** A list of an answer, and how the answer is written with fewer or shorter items. */
export interface FittedAnswer<Item, Answer extends object> {
  items: readonly Item[];
  /** The item with texts of at most `chars`. */
  cut: (item: Item, chars: number) => Item;
  /** The answer with the first items. */
  write: (items: readonly Item[]) => Answer;
}

/**
 * Writes an answer that fits: whole, else with its texts cut alike, else with fewer items at its end.
 *
 * @param bytesMax size limit of the answer as JSON
 * @throws ToolFailure where it does not fit without any item
 */
export function fitAnswer<Item, Answer extends object>(
  { items, cut, write }: FittedAnswer<Item, Answer>,
  bytesMax: number,
): Answer {
  let shortened = items;
  for (const chars of lengths) {
    shortened = chars === Infinity ? items : items.map((item) => cut(item, chars));
    const answer = write(shortened);
    if (bytesOf(answer) <= bytesMax) return answer;
  }
  const count = largestFitting(
    shortened.length - 1,
    (kept) => bytesOf(write(shortened.slice(0, kept))),
    bytesMax,
  );
  if (count === null) throw new ToolFailure(`The answer has more than ${bytesMax} bytes: raise max_bytes.`);
  return write(shortened.slice(0, count));
}

/**
 * The first items, in the order of their importance, with which an answer fits. The first one is always
 * among them.
 */
export function fittingItems<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => object,
  bytesMax: number,
): readonly Item[] {
  const count = largestFitting(items.length, (kept) => bytesOf(write(items.slice(0, kept))), bytesMax);
  return items.slice(0, Math.max(count ?? 0, 1));
}

/** The largest count, from 0 to `max`, whose size is within the limit; null for none. Sizes grow with counts. */
function largestFitting(max: number, sizeOf: (count: number) => number, bytesMax: number): number | null {
  let fitting = -1;
  let beyond = max + 1;
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2);
    if (sizeOf(middle) <= bytesMax) fitting = middle;
    else beyond = middle;
  }
  return fitting < 0 ? null : fitting;
}

const bytesOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

/**
 * A part of a text, with `…` where something is left out. It begins a quarter of its length before `from`.
 *
 * @param chars length limit in UTF-16 code units, without the marks
 */
export function cutText(text: string, chars: number, from = 0): string {
  if (text.length <= chars) return text;
  const last = text.length - chars;
  const start = wholeCharacter(text, Math.max(0, Math.min(from - Math.floor(chars / 4), last)));
  const end = wholeCharacter(text, start + chars);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** The place itself, or the one before it where it would part a surrogate pair. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return place > 0 && code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}

/** A value of JSON with its texts cut, at any depth. */
export function cutTexts(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return cutText(value, chars);
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, chars));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutTexts(inner, chars)]));
}
