import { fitsTerm } from '../values/column-value';
import { foldCode } from '../words/words';

/** Pieces of a query that are looked at, and how many of them one code may have. */
const piecesMax = 64;
const piecesPerCodeMax = 6;
/** Shorter numbers in a longer query are sizes, counts and models: `iphone 15`, `size 42`. */
const numberCharsMin = 5;
const piecePattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Codes that a query may mean, by the number of their pieces: `HP-4` and `hp 4` have two, `hp4` has one. */
export type QueryCodes = ReadonlyMap<number, readonly string[]>;

/**
 * The codes that a query may mean: all of it, and up to six neighbouring pieces of it. Whatever stands between
 * the pieces counts for nothing. A short number counts only where it is the whole query. Codes that are too long
 * for the index are none: no record has them, and the search engine refuses to look for them.
 */
export function queryCodes(text: string): QueryCodes {
  const pieces = Array.from(text.matchAll(piecePattern), ([piece]) => foldCode(piece)).slice(0, piecesMax);
  const codes = new Map<number, Set<string>>();
  const add = (count: number, code: string) => {
    if (code !== '' && fitsTerm(code)) codes.set(count, (codes.get(count) ?? new Set()).add(code));
  };
  for (let first = 0; first < pieces.length; first++)
    for (let count = 1; count <= Math.min(piecesPerCodeMax, pieces.length - first); count++) {
      const code = pieces.slice(first, first + count).join('');
      if (count === pieces.length || code.length >= numberCharsMin || !/^\p{N}+$/u.test(code))
        add(count, code);
    }
  if (pieces.length > piecesPerCodeMax) add(piecesPerCodeMax, foldCode(text));
  return new Map(Array.from(codes, ([count, found]) => [count, [...found]]));
}
