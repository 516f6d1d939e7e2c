import fc from 'fast-check';
import { typosBetween, visitTypos } from '../../../src/product-search/word-list/typo-distance';
import { mergeLists, mergeTokens } from '../../../src/product-search/word-list/merge-tokens';
import { cursorOfPieces } from '../../../src/product-search/word-list/token-cursor';
import {
  decodeWordList,
  encodeWordList,
  tokenUnitsMax,
  wordListOf,
} from '../../../src/product-search/word-list/word-list-codec';
import {
  placeOf,
  placesOfBeginning,
  placesOfEnding,
  tokenAt,
  type WordList,
} from '../../../src/product-search/word-list/word-list';
import { kindBits } from '../../../src/domain/products/token-fields';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed(20_261_128);

const anyToken = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
/** Tokens of few letters, so that many are near to each other. */
const nearToken = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '鞋'), minLength: 1, maxLength: 7 });
/** Kinds of fields, and tiers. */
const fieldsOf = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 7 }))
  .map(([kinds, tiers]) => kinds | (tiers << kindBits)); // prettier-ignore

const listOf = wordListOf;
const tokensOf = (list: WordList) => Array.from({ length: list.size }, (_, place) => tokenAt(list, place));

describe('a word list', () => {
  it(`has each token once with its fields, in order, and finds it (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyToken, fieldsOf), { maxLength: 60 }), (pairs) => {
        const tokens = new Map(pairs);
        const list = listOf(tokens);
        expect(tokensOf(list)).toEqual([...tokens.keys()].sort());
        for (const [token, fields] of tokens) expect(list.fields[placeOf(list, token)]).toBe(fields);
      }),
      { seed },
    );
  });

  it('leaves out tokens that are too long, and lacks what it was not given', () => {
    const list = listOf(new Map([['a'.repeat(tokenUnitsMax + 1), 1], ['a'.repeat(tokenUnitsMax), 1], ['b', 1]])); // prettier-ignore
    expect(list.size).toBe(2);
    expect(['a', 'aa', 'bb', 'c', ''].map((token) => placeOf(list, token))).toEqual([-1, -1, -1, -1, -1]);
  });

  it('refuses bytes that are cut or of another format', async () => {
    const bytes = encodeWordList(new Map([['hoodie', 1]]));
    for (const wrong of [bytes.subarray(0, -1), Buffer.from('no list at all'), Buffer.alloc(40)]) {
      await expect(decodeWordList(wrong)).rejects.toThrow(RangeError);
      await expect(mergedBytes([[wrong]])).rejects.toThrow(RangeError);
    }
  });

  it(`has the tokens of all lists that are merged, with the fields of all (seed ${seed})`, async () => {
    const tokens = fc.array(fc.tuple(anyToken, fieldsOf), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), async (lists, bytes) => {
        const all = new Map<string, number>();
        for (const [token, fields] of lists.flatMap((list) => [...new Map(list)]))
          all.set(token, (all.get(token) ?? 0) | fields);
        const expected = listOf(all);
        const encoded = lists.map((list) => piecesOf(encodeWordList(new Map(list)), bytes));
        expect(await decodeWordList(await mergedBytes(encoded))).toEqual(expected);
        expect(await mergeLists(lists.map((list) => listOf(new Map(list))))).toEqual(expected);
      }),
      { seed },
    ); // prettier-ignore
  });

  it('is written and read in pieces, however long it is', async () => {
    const token = (n: number) => `${n % 7}${'x'.repeat(n % 60)}${n}`;
    const part = (from: number) => new Map(Array.from({ length: 30_000 }, (_, n) => [token(from + n), 1]));
    const [first, second] = [part(0), part(20_000)];
    const pieces: Buffer[] = [];
    for await (const piece of mergeTokens(
      [first, second].map((tokens) => cursorOf([encodeWordList(tokens)])),
    ))
      pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(4);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
    expect(await decodeWordList(Buffer.concat(pieces))).toEqual(listOf(new Map([...first, ...second])));
  });

  it(`finds beginnings and endings as a walk through all tokens does (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(nearToken, { maxLength: 80 }), nearToken, (all, part) => {
        const list = listOf(new Map(all.map((token) => [token, 1])));
        const sorted = tokensOf(list);
        expect(sorted.slice(...placesOfBeginning(list, part))).toEqual(sorted.filter((token) => token.startsWith(part))); // prettier-ignore
        for (const ending of [part, ...all.map((token) => token.slice(-4))].filter(
          ({ length }) => length >= 4,
        )) {
          const found = placesOfEnding(list, ending).map((place) => tokenAt(list, place));
          expect(found).toEqual(sorted.filter((token) => token !== ending && token.endsWith(ending)));
        }
      }),
      { seed },
    );
  });

  it(`visits the words within a number of typos as a comparison with all tokens does (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(nearToken, { maxLength: 120 }), nearToken, fc.constantFrom(1, 2), (all, word, max) => {
        const list = listOf(new Map(all.map((token) => [token, 1])));
        const visited: [string, number][] = [];
        visitTypos(list, word, max, (place, typos) => visited.push([tokenAt(list, place), typos]));
        const expected = tokensOf(list).flatMap((token) => {
          const typos = plainTypos(token, word);
          return token === word || typos > max ? [] : [[token, typos]];
        });
        expect(visited.sort()).toEqual(expected.sort());
      }),
      { seed, numRuns: 500 },
    ); // prettier-ignore
  });
});

describe('typos between two words', () => {
  test.each([
    ['hoodie', 'hoodie', 0],
    ['hodie', 'hoodie', 1],
    ['hoodei', 'hoodie', 1],
    ['hoodies', 'hoodie', 1],
    ['haadie', 'hoodie', 2],
    ['noodie', 'hoodie', 2],
    ['ohodie', 'hoodie', 2],
    ['oodie', 'hoodie', 2],
    ['noodei', 'hoodie', null],
    ['bag', 'hoodie', null],
  ])('from %s to %s are %s', (a, b, typos) => {
    expect(typosBetween(a, b, 2)).toBe(typos);
    expect(typosBetween(b, a, 2)).toBe(typos);
  });
});

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

function cursorOf(pieces: readonly Buffer[]) {
  const left = [...pieces];
  return cursorOfPieces(async () => Promise.resolve(left.shift() ?? null));
}

async function mergedBytes(lists: readonly (readonly Buffer[])[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of mergeTokens(lists.map(cursorOf))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Typos by the whole table of edits; a first letter that differs leaves one edit and counts as two. */
function plainTypos(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i + j)); // prettier-ignore
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const changed = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      table[i]![j] = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        table[i]![j] = Math.min(table[i]![j]!, table[i - 2]![j - 2]! + 1);
    }
  const edits = table[a.length]![b.length]!;
  if (a.startsWith(b[0]!)) return edits;
  return edits === 1 ? 2 : Infinity;
}
