import { type Amount, readAmounts } from '../constraints/read-amounts';
import { type Quantity } from '../units/units';
import { foldCode, joinedTokens, spellingsOf, wordsOf } from '../words/words';

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
 * `-word`, `-"two words"`, `NOT word`: a hyphen stands behind a blank and directly before a letter, digit,
 * quote or `.net`. Parts in quotes are passed over: nothing in them excludes.
 */
const excluded =
  /(?<=^|\s)(?:(?:-|NOT\s+)(?:["“„]([^"“”„]+)["”“](?=\s|$)|["“„]?((?:[\p{L}\p{N}]|\.[nN][eE][tT](?![\p{L}\p{N}]))\S*))|["“„][^"“”„]+["”“](?=\s|$))/gu;

/** Quantities that are less than nothing at times: `-5 °C` is an amount, `-16gb` excludes `16gb`. */
const signedQuantities: ReadonlySet<Quantity> = new Set(['temperature', 'voltage', 'current', 'pressure']);

/** What a query may exclude, and its place. */
interface Candidate {
  start: number;
  end: number;
  /** A phrase, or a word with what is written next to it. */
  said: string;
  /** It is a number behind a hyphen, which may be its sign. */
  isNumber: boolean;
}

/** Takes what a query excludes out of it. Amounts below zero, and ranges such as `10 -20 cm`, stay. */
export function readExclusions(query: string): ExcludingQuery {
  const candidates = Array.from(
    query.matchAll(excluded),
    ({ 0: whole, 1: phrase, 2: word, index: start }): Candidate => ({
      start,
      end: start + whole.length,
      said: phrase ?? word ?? '',
      isNumber: /^-\p{N}/u.test(whole),
    }),
  ).filter(({ said }) => wordsOf(said).length > 0);
  const sure = candidates.filter(({ isNumber }) => !isNumber);
  const text = blanked(query, sure);
  const amounts = sure.length === candidates.length ? [] : readAmounts(text);
  const signed = amounts.map((amount) => signedPlace(amount, text));
  const taken = candidates
    .filter(
      ({ start, isNumber }) =>
        !isNumber || !signed.some((amount) => amount.start <= start && start < amount.end),
    )
    .map((candidate) => (candidate.isNumber ? withUnit(candidate, amounts, query) : candidate));
  return { text: blanked(query, taken), exclusions: taken.flatMap(exclusionsOf) };
}

/** An excluded number with the unit behind its blank: `16 gb` of `-16 gb`. */
function withUnit(candidate: Candidate, amounts: readonly Amount[], query: string): Candidate {
  const { start, end, said } = candidate;
  const amount = amounts.find((each) => each.start <= start + 1 && end < each.end && start <= each.start);
  const unit = amount === undefined ? '' : query.slice(end, amount.end);
  return /^\s+\S+$/.test(unit) ? { ...candidate, end: amount!.end, said: said + unit } : candidate;
}

/** An amount is excluded with and without a blank before its unit. */
function exclusionsOf({ said, isNumber }: Candidate): Exclusion[] {
  const words = wordsOf(said);
  const code = foldCode(said);
  const isBeginning = words.every(({ token, isUnspaced }) => isUnspaced === true && isOneCharacter(token));
  const joined = isNumber && words.length > 1 ? joinedTokens(said).map((token) => [token]) : [];
  return [...spellingsOf(words), ...joined].map((tokens) => ({ tokens, code, isBeginning }));
}

/** The place of an amount in which a hyphen is a sign: it parts two numbers, or may stand before the first. */
function signedPlace({ start, end, units }: Amount, text: string): { start: number; end: number } {
  const canBeNegative = units?.some(({ quantity }) => signedQuantities.has(quantity)) === true;
  return { start: canBeNegative || text[start] !== '-' ? start : end, end };
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
