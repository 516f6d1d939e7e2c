import fc from 'fast-check';
import { createWordMatcher } from '../../../src/product-search/matches/match-words';
import { collectWords, wordListOf } from '../../../src/product-search';
import { readQueryText, resolveText } from '../../../src/product-search/search/query-text';
import { tokenTexts } from '../../../src/product-search/words/words';
import { tokenFields } from '../../../src/domain/products/token-fields';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const runs = Number(process.env.PARTS_RUNS ?? 4_000);
const words = [
  ...['wireless', 'router', 'hoodie', 'hoodies', 'stories', 'tshirt', 'wifi', 'glasses', 'cafe', 'x', 'tv'],
  ...['3m', '1.5kg', '1,500', "men's", 'AB-12', '12ab.5', '1.5ab2', '2021-08-27', 'élan', 'naïve', '東京塔'],
];
const word = fc.constantFrom(...words);
const letter = fc.constantFrom('a', 'e', 'i', 'o', 'r', 's', 't', 'w', 'z', 'x', '1', '2', '9', '0');

/** A word with a letter left out, added, changed or doubled, in any case, or as a plural. */
const changed = fc
  .tuple(
    word,
    fc.nat(12),
    letter,
    fc.constantFrom('less', 'more', 'other', 'plural', 'upper', 'half', 'thirds', 'none'),
  )
  .map(([text, place, other, change]) => {
    const at = place % text.length;
    if (change === 'less') return text.slice(0, at) + text.slice(at + 1);
    if (change === 'more') return text.slice(0, at) + other + text.slice(at);
    if (change === 'other') return text.slice(0, at) + other + text.slice(at + 1);
    if (change === 'plural') return `${text}${at % 2 === 0 ? 's' : 'es'}`;
    if (change === 'upper') return text.slice(0, at) + text.slice(at).toUpperCase();
    if (change === 'half') return `${text.slice(0, at)} ${text.slice(at)}`;
    if (change === 'thirds') return `${text.slice(0, 2)} ${text.slice(2, at + 2)} ${text.slice(at + 2)}`;
    return text;
  });
const joint = fc.constantFrom(' ', ' ', ' ', '-', '/', '.', ',', "'", ' - ', '');
const texts = fc
  .array(fc.tuple(changed, joint), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join('').trim());
const queries = fc.array(changed, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));

test(`finds in parts of ASCII letters what it finds in parts that are always looked at (seed ${seed})`, () => {
  let found = 0;
  fc.assert(
    fc.property(queries, texts, fc.boolean(), (query, text, typos) => {
      const collected = collectWords();
      collected.add(tokenTexts(text).map((each) => ({ text: each, fields: tokenFields.tolerant })));
      const resolved = resolveText(readQueryText(query, { typos }), [wordListOf(collected.tokens)], 'alike');
      const match = createWordMatcher(resolved);
      // A sign that is not ASCII and of no word, behind each part.
      const marked = text.replace(/\S+/g, '$&…');
      const marks = (end: number) => marked.slice(0, end).split('…').length - 1;
      const expected = match(marked, true).map(({ start, end, ...facts }) => ({
        ...facts,
        start: start - marks(start),
        end: end - marks(end),
      }));
      found += expected.length;
      expect(match(text, true)).toEqual(expected);
    }),
    { seed, numRuns: runs },
  );
  expect(found).toBeGreaterThan(runs / 20);
});
