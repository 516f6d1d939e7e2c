import { type Mask } from './mask';
import { isDigit, isWordEdge, squash, type SquashedText } from './squashed-text';

/** Found value, as in the notes of ranges. */
export interface FoundValue {
  text: string;
  tag: string;
  /** Number of times that an engine found it. */
  count: number;
}

/** Values found in a file, and the search for all their occurrences. */
export interface KnownValues {
  add: (found: FoundValue) => void;
  /**
   * Adds lower-case words of the file with their counts. A name that is mostly such a word is masked only
   * where an engine found it.
   */
  addLowerWords: (words: Readonly<Record<string, number>>) => void;
  /**
   * Places of the values in a text, unsorted, possibly overlapping.
   *
   * @param hasSpans whether the spans of the engines in this text are masked too, so that names that are
   * mostly common words can be left out; default false
   */
  masksOf: (text: string, hasSpans?: boolean) => Mask[];
}

type Place = Pick<Mask, 'start' | 'end'>;

interface KnownValue {
  tags: Map<string, number>;
  /**
   * Exact spellings that match, for values so short that they would match everywhere; null for any spelling.
   */
  exact: Set<string> | null;
  /** Whether a match needs an `@`: the letters of an e-mail address also occur without one. */
  isAddress: boolean;
  /** Whether the value is a single capitalised word: `Will` does not match `will`. */
  isCapital: boolean;
  /** Whether only spaces and hyphens may separate its characters, for values with few digits. */
  isTight: boolean;
  /** Characters before the letters and digits, such as the `+` of a phone number; '' for none. */
  before: string;
  /** Characters after the letters and digits. */
  behind: string;
}

const squashedCharsMin = 2;
/** Upper bound of a value's squashed characters; the hosted engine finds no longer values. */
const squashedCharsMax = 400;
/** Squashed characters below which a value matches only in the same spelling. */
const looseCharsMin = 4;
/** Digits below which a number matches only with spaces and hyphens in it. */
const looseDigitsMin = 7;
const prefixChars = 3;
/**
 * Upper bound of the distinct values of one file; further ones are masked only where an engine found them.
 */
const valuesMax = 500_000;
/** Lower-case occurrences from which a word may be a common word instead of a name. */
const lowerWordsMin = 3;
/** Upper bound of the distinct lower-case words of one file. */
const lowerWordsMax = 500_000;
const personTag = 'PERSON';
const tightGap = /^[\p{L}\p{N}\s-]*$/u;

export function createKnownValues(): KnownValues {
  const values = new Map<string, KnownValue>();
  /** Lengths of the squashed values, by their first characters. */
  const lengths = new Map<string, number[]>();
  const lowerWords = new Map<string, number>();

  /** Whether a single name is probably a common word of the file: `Duck` in a text about ducks. */
  function isCommonWord(chars: string, { isCapital, tags }: KnownValue): boolean {
    if (!isCapital || tags.size > 1 || !tags.has(personTag)) return false;
    const times = lowerWords.get(chars) ?? 0;
    return times >= lowerWordsMin && times > tags.get(personTag)!;
  }

  function index(chars: string): void {
    const prefix = chars.slice(0, prefixChars);
    const known = lengths.get(prefix) ?? [];
    if (!known.includes(chars.length)) known.push(chars.length);
    lengths.set(prefix, known);
  }

  /** Adds the places of the values that begin at a character of a squashed text. */
  function matchAt(
    text: string,
    squashed: SquashedText,
    at: number,
    { masks, hasSpans }: { masks: Mask[]; hasSpans: boolean },
  ): void {
    const { chars, starts, ends } = squashed;
    for (let size = squashedCharsMin; size <= prefixChars; size++)
      for (const length of lengths.get(chars.slice(at, at + size)) ?? []) {
        const found = chars.slice(at, at + length);
        const value = values.get(found);
        if (value === undefined || at + length > chars.length || !isWordEdge(squashed, at + length)) continue;
        if (hasSpans && isCommonWord(found, value)) continue;
        const [start, end] = [starts[at]!, ends[at + length - 1]!];
        if (isSame(value, text.slice(start, end)))
          masks.push({ ...withSigns(text, { start, end }, value), tag: tagOf(value) });
      }
  }

  return {
    add({ text, tag, count }) {
      const { chars, starts, ends } = squash(text);
      if (chars.length < squashedCharsMin || chars.length > squashedCharsMax) return;
      const form = formOf(text, { start: starts[0]!, end: ends.at(-1)! }, chars);
      const known = values.get(chars);
      if (known === undefined) {
        if (values.size >= valuesMax) return;
        values.set(chars, { ...form, tags: new Map([[tag, count]]) });
        index(chars);
        return;
      }
      known.tags.set(tag, (known.tags.get(tag) ?? 0) + count);
      for (const exact of form.exact ?? []) known.exact?.add(exact);
      if (form.before.length > known.before.length) known.before = form.before;
      if (form.behind.length > known.behind.length) known.behind = form.behind;
      known.isAddress &&= form.isAddress;
      known.isCapital &&= form.isCapital;
    },

    addLowerWords(words) {
      for (const [word, count] of Object.entries(words)) {
        const { chars } = squash(word);
        const known = lowerWords.get(chars) ?? 0;
        if (known > 0 || lowerWords.size < lowerWordsMax) lowerWords.set(chars, known + count);
      }
    },

    masksOf(text, hasSpans = false) {
      if (values.size === 0) return [];
      const squashed = squash(text);
      const matches = { masks: [] as Mask[], hasSpans };
      for (let at = 0; at + squashedCharsMin <= squashed.chars.length; at++)
        if (isWordEdge(squashed, at)) matchAt(text, squashed, at, matches);
      return matches.masks;
    },
  };
}

/** Extends the place of a value by the characters before and after that belong to the value. */
function withSigns(text: string, { start, end }: Place, { before, behind }: KnownValue): Place {
  return {
    start: text.endsWith(before, start) ? start - before.length : start,
    end: text.startsWith(behind, end) ? end + behind.length : end,
  };
}

/** @param core place of the letters and digits in the value */
function formOf(value: string, core: Place, chars: string): Omit<KnownValue, 'tags'> {
  const text = value.slice(core.start, core.end);
  const digits = Array.from(chars).filter(isDigit).length;
  const isNumber = digits * 2 > chars.length;
  return {
    exact: chars.length < looseCharsMin ? new Set([text]) : null,
    isAddress: text.includes('@'),
    isCapital: /^\p{Lu}\p{L}*$/u.test(text),
    isTight: isNumber && digits < looseDigitsMin,
    before: value.slice(0, core.start).trimStart(),
    behind: value.slice(core.end).trimEnd(),
  };
}

function isSame({ exact, isAddress, isCapital, isTight }: KnownValue, text: string): boolean {
  if (exact !== null) return exact.has(text);
  if (isAddress && !text.includes('@')) return false;
  if (isCapital && /^\p{Ll}/u.test(text)) return false;
  return !isTight || tightGap.test(text);
}

/** Tag under which the engines found a value most often; the first one on a tie. */
function tagOf({ tags }: KnownValue): string {
  let [best, most] = ['', 0];
  for (const [tag, count] of tags) if (count > most) [best, most] = [tag, count];
  return best;
}
