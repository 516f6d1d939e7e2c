import { rowCode } from '../schema/row-number';
import { fitsTerm } from '../values/column-value';
import { foldCode } from '../words/words';

/** A code that a query may mean, and the place of its pieces in the query, in UTF-16 units. */
export interface QueryCode {
  /** Folded to letters and digits, or the number of a row. */
  code: string;
  /** Pieces that it has: `HP-4` and `hp 4` have two, `hp4` has one. */
  pieces: number;
  start: number;
  end: number;
  /** It is the whole query. */
  isWhole: boolean;
}

/** Pieces of a query that are looked at, and how many of them one code may have. */
const piecesMax = 64;
const piecesPerCodeMax = 6;
/** Among other words, shorter codes are sizes, counts and models: `iphone 15`, `size 42`. */
const codeCharsMin = 5;
const piecePattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The codes that a query may mean: all of it, also as the number of a row, and up to six neighbouring pieces
 * of it that have a digit and at least five characters. Signs between the pieces count for nothing. Codes
 * that are too long for the index are none: no record has them, and the search engine refuses to look for
 * them.
 */
export function queryCodes(text: string): QueryCode[] {
  const pieces = Array.from(text.matchAll(piecePattern), ({ 0: piece, index }) => ({
    code: foldCode(piece),
    start: index,
    end: index + piece.length,
  })).slice(0, piecesMax);
  const codes: QueryCode[] = [];
  for (const [first, { start }] of pieces.entries())
    for (let count = 1; count <= Math.min(piecesPerCodeMax, pieces.length - first); count++) {
      const own = pieces.slice(first, first + count);
      const code = own.map((piece) => piece.code).join('');
      const isWhole = count === pieces.length;
      const isLikely = isWhole || (code.length >= codeCharsMin && /\p{N}/u.test(code));
      if (code !== '' && isLikely && fitsTerm(code))
        codes.push({ code, pieces: count, start, end: own.at(-1)!.end, isWhole });
    }
  const whole = foldCode(text);
  if (pieces.length > piecesPerCodeMax && whole !== '' && fitsTerm(whole))
    codes.push({ code: whole, pieces: piecesPerCodeMax, start: 0, end: text.length, isWhole: true });
  const [only, other] = pieces;
  if (only !== undefined && other === undefined && /^\d+$/.test(only.code))
    codes.push({ ...only, code: rowCode(only.code), pieces: 1, isWhole: true });
  return codes;
}
