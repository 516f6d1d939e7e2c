import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands for a space within pieces. */
const spaceMark = '▁';
/** How much less likely than the rarest piece a character without a piece is, as a logarithm. */
const unknownPenalty = 10;
const unitsMax = 65_536;

/** File of a unigram tokenizer, beside the model. */
const unigramFile = 'pieces.json';

/** Content of the file: pieces in the order of their UTF-16 units, each once, none empty. */
export interface UnigramDefinition {
  pieces: string[];
  /** Ids of the pieces, in the same order. */
  ids: number[];
  /** Logarithms of their probabilities, in the same order. */
  scores: number[];
  begin: number;
  end: number;
  unknown: number;
  /** Characters that a text does not keep, with what stands for each; possibly nothing. */
  replacements: [character: string, replacement: string][];
}

/** Splits texts into pieces of a vocabulary. */
export interface UnigramTokenizer {
  begin: number;
  end: number;
  /**
   * Ids of the pieces of a text, without the two that frame it. A text that is longer than `charsMax`
   * characters once it is spelt as the pieces are is read up to there.
   */
  encode(text: string, charsMax: number): number[];
}

/**
 * Reads the tokenizer of the model in `folder`.
 *
 * @throws Error of the file system when there is no `pieces.json`
 */
export function readUnigramTokenizer(folder: string): UnigramTokenizer {
  return createUnigramTokenizer(
    JSON.parse(readFileSync(join(folder, unigramFile), 'utf8')) as UnigramDefinition,
  );
}

/** Counts the tokens of texts, without the two that frame them; the first call reads the tokenizer. */
export function createUnigramCounter(folder: string): (text: string) => number {
  let tokenizer: UnigramTokenizer | undefined;
  return (text) => {
    tokenizer ??= readUnigramTokenizer(folder);
    return tokenizer.encode(text, Infinity).length;
  };
}

/**
 * Creates a tokenizer that finds the most probable sequence of pieces of a whole text (Viterbi), as
 * SentencePiece does for a unigram vocabulary. Sums are rounded to 32 bits after each step, like those of the
 * implementation that the vocabulary comes from: nearly equal sequences are told apart in the same way.
 */
function createUnigramTokenizer(definition: UnigramDefinition): UnigramTokenizer {
  const { begin, end, unknown } = definition;
  const replacements = new Map(definition.replacements);
  const ids = Int32Array.from(definition.ids);
  const scores = Float32Array.from(definition.scores);
  const lookup = createLookup(definition.pieces);
  const unknownScore = Math.fround(scores.reduce((least, score) => Math.min(least, score)) - unknownPenalty);

  function encode(text: string, charsMax: number): number[] {
    const { units, starts } = spell(text, replacements, charsMax);
    const characters = starts.length - 1;
    const best = new Float32Array(characters + 1).fill(-Infinity);
    const piece = new Int32Array(characters + 1);
    const from = new Int32Array(characters + 1);
    best[0] = 0;
    const reach = (at: number, to: number, id: number, score: number) => {
      const sum = Math.fround(best[at]! + score);
      if (sum <= best[to]!) return;
      best[to] = sum;
      piece[to] = id;
      from[to] = at;
    };
    for (let at = 0; at < characters; at += 1) {
      lookup.each(units, starts, at, (place, to) => {
        if (ids[place] !== unknown) reach(at, to, ids[place]!, scores[place]!);
      });
      reach(at, at + 1, unknown, unknownScore);
    }
    const found: number[] = [];
    for (let at = characters; at > 0; at = from[at]!) found.push(piece[at]!);
    return found.reverse();
  }

  return { begin, end, encode };
}

/** A text as pieces spell it: its UTF-16 units, and where each character begins, with the end. */
interface Spelt {
  units: readonly number[];
  starts: readonly number[];
}

function spell(text: string, replacements: ReadonlyMap<string, string>, charsMax: number): Spelt {
  const units: number[] = [];
  const starts: number[] = [];
  let afterSpace = false;
  const put = (character: string) => {
    starts.push(units.length);
    for (let at = 0; at < character.length; at += 1) units.push(character.charCodeAt(at));
  };
  const add = (character: string) => {
    const isSpace = character === ' ';
    if (isSpace && afterSpace) return;
    if (starts.length === 0 && !isSpace) put(spaceMark);
    put(isSpace ? spaceMark : character);
    afterSpace = isSpace;
  };
  for (const character of text) {
    const replacement = replacements.get(character);
    if (replacement === undefined) add(character);
    else for (const each of replacement) if (starts.length < charsMax) add(each);
    if (starts.length >= charsMax) break;
  }
  if (starts.length === 0) put(spaceMark);
  starts.push(units.length);
  return { units, starts };
}

/** Finds pieces by their beginnings. */
interface Lookup {
  /** Tells the place in the list, and the character behind it, of each piece that begins at a character. */
  each(
    units: readonly number[],
    starts: readonly number[],
    from: number,
    tell: (place: number, to: number) => void,
  ): void;
}

/**
 * All pieces lie behind one another in order, so that those with a common beginning are neighbours. Each
 * further unit of a text narrows the range of pieces that still fit.
 */
function createLookup(pieces: readonly string[]): Lookup {
  const ends = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, place) => {
    ends[place + 1] = ends[place]! + piece.length;
  });
  const all = new Uint16Array(ends[pieces.length]!);
  const firsts = new Uint32Array(unitsMax + 1);
  pieces.forEach((piece, place) => {
    for (let at = 0; at < piece.length; at += 1) all[ends[place]! + at] = piece.charCodeAt(at);
    firsts[piece.charCodeAt(0) + 1] = place + 1;
  });
  for (let unit = 0; unit < unitsMax; unit += 1)
    firsts[unit + 1] = Math.max(firsts[unit]!, firsts[unit + 1]!);

  const lengthOf = (place: number) => ends[place + 1]! - ends[place]!;
  /** First place from `low` to `high` whose unit at `depth` is at least `unit`; a piece that ends has none. */
  function firstWith(unit: number, depth: number, low: number, high: number): number {
    while (low < high) {
      const middle = (low + high) >> 1;
      const own = lengthOf(middle) > depth ? all[ends[middle]! + depth]! : -1;
      if (own < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    each(units, starts, from, tell) {
      const first = units[starts[from]!]!;
      let [low, high] = [firsts[first]!, firsts[first + 1]!];
      let to = from + 1;
      for (let depth = 1; low < high; depth += 1) {
        const at = starts[from]! + depth;
        if (at === starts[to]) {
          if (lengthOf(low) === depth) tell(low, to);
          to += 1;
        }
        if (at >= units.length) return;
        const unit = units[at]!;
        low = firstWith(unit, depth, low, high);
        high = firstWith(unit + 1, depth, low, high);
      }
    },
  };
}
