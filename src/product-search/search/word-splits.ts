import { joinedToken } from '../words/words';

const splitCharsMin = 3;
const splitCharsMax = 16;

/**
 * The ways to cut a word into two: records may write `wi-fi`, `t shirt` or `16 gb` where a query says `wifi`,
 * `tshirt` or `16gb`. Words of less than 3 or more than 16 characters stay whole.
 */
export function splitsOf(token: string): [string, string][] {
  const characters = Array.from(token);
  if (characters.length < splitCharsMin || characters.length > splitCharsMax) return [];
  const splits: [string, string][] = [];
  for (let at = 1; at < characters.length; at++) {
    const first = joinedToken(characters.slice(0, at).join(''));
    const second = joinedToken(characters.slice(at).join(''));
    if (first !== '' && second !== '') splits.push([first, second]);
  }
  return splits;
}
