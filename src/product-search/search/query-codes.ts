import { rowCode } from '../schema/row-number';
import { fitsTerm } from '../values/column-value';
import { foldCode, foldCodeByDigraphs } from '../words/words';

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
  /** It lacks dots, rings and strokes of the query: `rod` of `rød`, which is `roed` too. */
  isBare: boolean;
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
    ...codeForms(piece),
    start: index,
    end: index + piece.length,
  })).slice(0, piecesMax);
  const codes: QueryCode[] = [];
  for (const [first, { start }] of pieces.entries())
    for (let count = 1; count <= Math.min(piecesPerCodeMax, pieces.length - first); count++) {
      const own = pieces.slice(first, first + count);
      const isWhole = count === pieces.length;
      const place = { pieces: count, start, end: own.at(-1)!.end, isWhole };
      const joined = (form: 'bare' | 'spelled') => own.map((piece) => piece[form]).join('');
      codes.push(...codesOf({ bare: joined('bare'), spelled: joined('spelled') }, place));
    }
  if (pieces.length > piecesPerCodeMax) {
    const place = { pieces: piecesPerCodeMax, start: 0, end: text.length, isWhole: true };
    codes.push(...codesOf(codeForms(text), place));
  }
  const [only, other] = codes;
  if (pieces.length === 1 && only !== undefined && other === undefined && /^\d+$/.test(only.code))
    codes.push({ ...only, code: rowCode(only.code) });
  return codes;
}

/** A folded code, without dots, rings and strokes, and with letters in their place: `rod` and `roed` of `rød`. */
interface CodeForms {
  bare: string;
  spelled: string;
}

function codeForms(text: string): CodeForms {
  return { bare: foldCode(text), spelled: foldCodeByDigraphs(text) };
}

/** The codes that a part of a query may mean. */
function codesOf({ bare, spelled }: CodeForms, place: Omit<QueryCode, 'code' | 'isBare'>): QueryCode[] {
  const isLikely = place.isWhole || (bare.length >= codeCharsMin && /\p{N}/u.test(bare));
  if (bare === '' || !isLikely) return [];
  const codes = [{ code: spelled, ...place, isBare: false }];
  if (bare !== spelled) codes.push({ code: bare, ...place, isBare: true });
  return codes.filter(({ code }) => fitsTerm(code));
}
