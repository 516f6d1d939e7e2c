import { joinedTokens } from '../words/words';
import { placeOf, type WordList } from './word-list';

const splitCharsMin = 3;
const amount = /^\p{N}\p{L}$/u;
const splitCharsMax = 24;
/** Characters of each of three words. */
const charsOfThreeMin = 2;

/**
 * The ways to cut a word into two or three that records have: they may write `wi-fi`, `t shirt`, `16 gb` or
 * `intra oral camera` where a query says `wifi`, `tshirt`, `16gb` or `intraoralcamera`. Words of less than 3
 * characters, but for amounts such as `2m`, and of more than 24 stay whole.
 */
export function splitsOf(lists: readonly WordList[], word: string): string[][] {
  const characters = Array.from(word);
  const { length } = characters;
  if ((length < splitCharsMin && !amount.test(word)) || length > splitCharsMax) return [];
  const known = new Map<number, string | null>();

  /** The token of the characters between two places; null where no list has it. */
  function tokenBetween(start: number, end: number): string | null {
    const key = start * splitCharsMax + end;
    let token = known.get(key);
    if (token === undefined) {
      const [part] = joinedTokens(characters.slice(start, end).join(''));
      const isListed = part !== undefined && lists.some((list) => placeOf(list, part) !== -1);
      token = isListed ? part : null;
      known.set(key, token);
    }
    return token;
  }

  const splits: string[][] = [];
  for (let first = 1; first < length; first++) {
    const beginning = tokenBetween(0, first);
    if (beginning === null) continue;
    const ending = tokenBetween(first, length);
    if (ending !== null) splits.push([beginning, ending]);
    if (first < charsOfThreeMin) continue;
    for (let second = first + charsOfThreeMin; second <= length - charsOfThreeMin; second++) {
      const last = tokenBetween(second, length);
      const middle = last === null ? null : tokenBetween(first, second);
      if (last !== null && middle !== null) splits.push([beginning, middle, last]);
    }
  }
  return splits;
}
