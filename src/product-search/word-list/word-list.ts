/**
 * Tokens of the records of a build, each once, in the order of their UTF-16 units. They are kept in arrays of
 * numbers, about 30 bytes for a token, since a million strings would take five times as much.
 */
export interface WordList {
  /** Number of tokens. */
  size: number;
  /** UTF-16 units of all tokens, one after the other. */
  units: Uint16Array;
  /** Begin of each token in `units`, and the end of the last one. */
  starts: Uint32Array;
  /** Units that each token shares with the one before it. */
  shared: Uint8Array;
  /** Fields that have each token, with their tiers; see `tokenFields`. */
  fields: Uint8Array;
  /** Hash of the last four units of each token, 0 for shorter ones: endings are looked for among these. */
  endings: Int32Array;
}

/** Units of the end of a token that are hashed. */
export const endingUnits = 4;

/** Bytes of memory that a list takes. */
export function bytesOfList({ units, starts, shared, fields, endings }: WordList): number {
  const arrays = [units, starts, shared, fields, endings];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The token at a place of a list. */
export function tokenAt({ units, starts }: WordList, place: number): string {
  return String.fromCharCode(...units.subarray(starts[place], starts[place + 1]));
}

/** The place of a token in a list; -1 where the list lacks it. */
export function placeOf(list: WordList, token: string): number {
  const place = firstFrom(list, token);
  return place < list.size && compareWith(list, place, token) === 0 ? place : -1;
}

/** The places, from the first to before the last, of the tokens that begin with a text. */
export function placesOfBeginning(list: WordList, beginning: string): [from: number, to: number] {
  const from = firstFrom(list, beginning);
  let to = list.size;
  // Tokens with the beginning stand together: the first one behind them is looked for.
  for (let low = from; low < to;) {
    const middle = (low + to) >>> 1;
    if (begins(list, middle, beginning)) low = middle + 1;
    else to = middle;
  }
  return [from, to];
}

/** The places of the longer tokens that end with a text of four units or more. */
export function placesOfEnding(list: WordList, ending: string): number[] {
  const places: number[] = [];
  const { endings, size } = list;
  const hash = hashOf((n) => ending.charCodeAt(ending.length - endingUnits + n));
  for (let place = 0; place < size; place++)
    if (endings[place] === hash && endsWith(list, place, ending)) places.push(place);
  return places;
}

/** Hash of the last units of a token. @param unitAt tells them by place, from 0 */
export function hashOf(unitAt: (place: number) => number): number {
  let hash = 0;
  for (let n = 0; n < endingUnits; n++) hash = (Math.imul(hash, 31) + unitAt(n)) | 0;
  return hash;
}

/** Whether the token at a place ends with a text and is longer. */
function endsWith({ units, starts }: WordList, place: number, ending: string): boolean {
  const from = starts[place + 1]! - ending.length;
  if (from <= starts[place]!) return false;
  for (let n = ending.length - 1; n >= 0; n--) if (units[from + n] !== ending.charCodeAt(n)) return false;
  return true;
}

/** The place of the first token that is not before a text. */
function firstFrom(list: WordList, text: string): number {
  let low = 0;
  for (let high = list.size; low < high;) {
    const middle = (low + high) >>> 1;
    if (compareWith(list, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below 0 for a token before a text, 0 for the text itself. */
function compareWith({ units, starts }: WordList, place: number, text: string): number {
  const start = starts[place]!;
  const length = starts[place + 1]! - start;
  const common = Math.min(length, text.length);
  for (let n = 0; n < common; n++) {
    const difference = units[start + n]! - text.charCodeAt(n);
    if (difference !== 0) return difference;
  }
  return length - text.length;
}

function begins({ units, starts }: WordList, place: number, beginning: string): boolean {
  const start = starts[place]!;
  if (starts[place + 1]! - start < beginning.length) return false;
  for (let n = 0; n < beginning.length; n++) if (units[start + n] !== beginning.charCodeAt(n)) return false;
  return true;
}
