import { placeOfPrefix } from '../../../src/product-search/facets/value-search';

test.each([
  ['a text', 'Acme Tools', 'ac', 'Ac'],
  ['a word behind a space', 'Big Acme', 'AC', 'Ac'],
  ['nothing inside a word', 'Tacme', 'ac', null],
  ['a letter with all of its marks', 'Cafe\u0301 noir', 'cafe', 'Cafe\u0301'],
  ['a letter with an accent', 'Élan', 'el', 'Él'],
  ['no part of a character', 'ﬁne', 'f', null],
  ['a character that stands for two letters', 'ﬁne', 'fi', 'ﬁ'],
  ['a word that ends in sigma', 'ΟΔΟΣ ΝΕΑ', 'οδος', 'ΟΔΟΣ'],
  ['the beginning of a longer one', 'ΟΔΟΣΑ', 'οδος', 'ΟΔΟΣ'],
  ['several words', 'a a b', 'a b', 'a b'],
  ['everything, before its first letter', 'Acme', '', ''],
])('%s is found by its beginning', (_, text, prefix, found) => {
  const place = placeOfPrefix(text, prefix);
  expect(place === null ? null : text.slice(place.start, place.end)).toBe(found);
});

test('a letter with thousands of marks, and a value of many words, take no time to speak of', () => {
  const marked = `a${'\u0301'.repeat(8_000)}`;
  const repeated = `${'a '.repeat(4_000)}b`;
  for (let n = 0; n < 200; n++) {
    expect(placeOfPrefix(marked, 'a')).toEqual({ start: 0, end: marked.length });
    const prefix = `${'a '.repeat(49)}b`;
    expect(placeOfPrefix(repeated, prefix)).toEqual({ start: repeated.length - prefix.length, end: repeated.length }); // prettier-ignore
  }
});
