import { placeOf, placesOfBeginning, tokenAt, type WordList } from './word-list';
import { tokenUnitsMax } from './word-list-codec';

/** A depth that no token reaches. */
const nowhere = tokenUnitsMax + 1;

/**
 * Typos between two words: letters that are missing, too many, wrong, or swapped with their neighbour. A
 * wrong first letter counts as two. Letters are UTF-16 units.
 *
 * @returns null above `max`, 0 to 2
 */
export function typosBetween(a: string, b: string, max: number): number | null {
  if (a.charCodeAt(0) === b.charCodeAt(0)) return editDistance(a, b, max);
  return max >= 2 && editDistance(a, b, 1) === 1 ? 2 : null;
}

/** Edits between two words, swaps of neighbours being one; null above `max`. */
function editDistance(a: string, b: string, max: number): number | null {
  if (Math.abs(a.length - b.length) > max) return null;
  const rows = new EditRows(b, a.length);
  for (let depth = 1; depth <= a.length; depth++)
    if (rows.add(depth, a.charCodeAt(depth - 1)) > max) return null;
  const distance = rows.distance(a.length);
  return distance <= max ? distance : null;
}

/**
 * Visits the tokens of a list that are so many typos away from a word, each once, by the rules of
 * {@link typosBetween}; the word itself is not visited.
 *
 * @param max 1 or 2
 */
export function visitTypos(
  list: WordList,
  word: string,
  max: number,
  visit: (place: number, typos: number) => void,
): void {
  if (word === '') return;
  visitSameFirst(list, word, max, visit);
  if (max >= 2) for (const place of wrongFirst(list, word)) visit(place, 2);
}

/**
 * Walks through the tokens with the first letter of a word as through a tree: rows of the distance are kept
 * for the letters that a token shares with the one before it, and tokens that share letters which are too far
 * away are passed over.
 */
function visitSameFirst(
  list: WordList,
  word: string,
  max: number,
  visit: (place: number, typos: number) => void,
): void {
  const { units, starts, shared } = list;
  const rows = new EditRows(word, tokenUnitsMax);
  const [from, to] = placesOfBeginning(list, word[0]!);
  let tooFarFrom = nowhere;
  for (let place = from; place < to; place++) {
    const common = place === from ? 0 : shared[place]!;
    if (common >= tooFarFrom) continue;
    tooFarFrom = nowhere;
    const start = starts[place]!;
    const length = starts[place + 1]! - start;
    for (let depth = common + 1; depth <= length; depth++) {
      if (rows.add(depth, units[start + depth - 1]!) <= max) continue;
      tooFarFrom = depth;
      break;
    }
    if (tooFarFrom !== nowhere) continue;
    const typos = rows.distance(length);
    if (typos > 0 && typos <= max) visit(place, typos);
  }
}

/** Places of the tokens that differ from a word by one edit of the first letter. */
function wrongFirst(list: WordList, word: string): Set<number> {
  const rest = word.slice(1);
  const forms = [rest, `${word.slice(1, 2)}${word[0]}${word.slice(2)}`];
  for (let place = 0; place < list.size;) {
    const first = tokenAt(list, place)[0]!;
    forms.push(`${first}${rest}`, `${first}${word}`);
    [, place] = placesOfBeginning(list, first);
  }
  const places = new Set<number>();
  for (const form of forms) {
    if (form === '' || form.startsWith(word[0]!)) continue;
    const place = placeOf(list, form);
    if (place !== -1) places.add(place);
  }
  return places;
}

/** Rows of the distances between the beginnings of one word, letter by letter, and those of another one. */
class EditRows {
  readonly #word: Uint16Array;
  readonly #width: number;
  readonly #rows: Uint8Array;
  /** Letters of the first word, by their place from 1. */
  readonly #letters: Uint16Array;

  /** @param depthMax letters of the first word at most */
  constructor(word: string, depthMax: number) {
    this.#letters = new Uint16Array(depthMax + 1);
    this.#word = Uint16Array.from({ length: word.length }, (_, place) => word.charCodeAt(place));
    this.#width = word.length + 1;
    this.#rows = new Uint8Array(this.#width * (depthMax + 1));
    for (let column = 0; column < this.#width; column++) this.#rows[column] = Math.min(column, 255);
  }

  /** Sets the letter at a place, from 1, behind those before it. Answers the least distance of its row. */
  add(depth: number, letter: number): number {
    const rows = this.#rows;
    const width = this.#width;
    const row = depth * width;
    const last = row - width;
    const isSwapped = depth > 1;
    const before = this.#letters[depth - 1];
    this.#letters[depth] = letter;
    let left = Math.min(depth, 255);
    let least = left;
    rows[row] = left;
    for (let column = 1; column < width; column++) {
      const wanted = this.#word[column - 1];
      let edits = rows[last + column - 1]! + (wanted === letter ? 0 : 1);
      const missing = rows[last + column]! + 1;
      if (missing < edits) edits = missing;
      if (left + 1 < edits) edits = left + 1;
      if (isSwapped && column > 1 && wanted === before && this.#word[column - 2] === letter) {
        const swapped = rows[last - width + column - 2]! + 1;
        if (swapped < edits) edits = swapped;
      }
      rows[row + column] = edits;
      left = edits;
      if (edits < least) least = edits;
    }
    return least;
  }

  /** Distance of the first letters, so many, from the whole other word. */
  distance(depth: number): number {
    return this.#rows[depth * this.#width + this.#width - 1]!;
  }
}
