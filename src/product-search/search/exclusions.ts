import { readAmounts } from '../constraints/read-amounts';
import { type Quantity } from '../units/units';
import { foldCode, spellingsOf, wordsOf } from '../words/words';

/** A word or a phrase that no hit has, in one of its spellings. */
export interface Exclusion {
  /** Tokens that a record has beside each other. */
  tokens: string[];
  /** Identifier that the word may be, folded to letters and digits. */
  code: string;
  /** The token is a single character of a script without spaces, which begins the pair that holds it. */
  isBeginning: boolean;
}

/** A query, and what it excludes. */
export interface ExcludingQuery {
  /** The query with blanks in place of what it excludes, so that places are those of the query. */
  text: string;
  exclusions: Exclusion[];
}

/**
 * `-word`, `-"two words"`, `NOT word`: a hyphen stands behind a blank and directly before a letter, digit or
 * quote. Parts in quotes are passed over: nothing in them excludes.
 */
const excluded =
  /(?<=^|\s)(?:(?:-|NOT\s+)(?:["“„]([^"“”„]+)["”“](?=\s|$)|["“„]?([\p{L}\p{N}]\S*))|["“„][^"“”„]+["”“](?=\s|$))/gu;

/** Quantities that are less than nothing at times: `-5 °C` is an amount, `-16gb` excludes `16gb`. */
const signedQuantities: ReadonlySet<Quantity> = new Set(['temperature', 'voltage', 'current', 'pressure']);

/** Takes what a query excludes out of it. Amounts below zero, and ranges such as `10 -20 cm`, stay. */
export function readExclusions(query: string): ExcludingQuery {
  const candidates = Array.from(
    query.matchAll(excluded),
    ({ 0: whole, 1: phrase, 2: word, index: start }) => ({
      start,
      end: start + whole.length,
      words: wordsOf(phrase ?? word ?? ''),
      code: foldCode(phrase ?? word ?? ''),
      isNumber: /^-\p{N}/u.test(whole),
    }),
  ).filter(({ words }) => words.length > 0);
  const sure = candidates.filter(({ isNumber }) => !isNumber);
  const signed = sure.length === candidates.length ? [] : signedAmounts(blanked(query, sure));
  const taken = candidates.filter(
    ({ start, isNumber }) =>
      !isNumber || !signed.some((amount) => amount.start <= start && start < amount.end),
  );
  return {
    text: blanked(query, taken),
    exclusions: taken.flatMap(({ words, code }) =>
      spellingsOf(words).map((tokens) => ({
        tokens,
        code,
        isBeginning: words.every(({ token, isUnspaced }) => isUnspaced === true && isOneCharacter(token)),
      })),
    ),
  };
}

/** Places of amounts in which a hyphen is a sign: it parts two numbers, or may stand before the first. */
function signedAmounts(text: string): { start: number; end: number }[] {
  return readAmounts(text).map(({ start, end, units }) => {
    const canBeNegative = units?.some(({ quantity }) => signedQuantities.has(quantity)) === true;
    return { start: canBeNegative || text[start] !== '-' ? start : end, end };
  });
}

const isOneCharacter = (token: string) => Array.from(token).length === 1;

function blanked(text: string, places: readonly { start: number; end: number }[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of places) {
    left += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return left + text.slice(at);
}
