import { addLanguages, countLanguages, shareOf } from '../../../src/domain/documents/language-counts';

test('chunks are counted by language; unknown ones and tags that are none are left out', () => {
  const languages = ['en', 'yo', 'en', null, '$x.y', 'en-GB', ''];
  expect(countLanguages(languages.map((language) => ({ language })))).toEqual({ en: 2, yo: 1 });
});

test('counts are added and taken away again', () => {
  const sum = addLanguages({ en: 2 }, { en: 1, yo: 3 });
  expect(sum).toEqual({ en: 3, yo: 3 });
  expect(addLanguages(sum, { en: 1, yo: 3 }, -1)).toEqual({ en: 2, yo: 0 });
});

test.each([
  [{}, 1],
  [{ yo: 0 }, 1],
  [{ en: 3, yo: 1 }, 0.75],
  [{ yo: 4, en: 0 }, 0],
  [{ yo: 4, de: -1 }, 0],
])('the share of English in %j is %d', (counts, share) => {
  expect(shareOf(counts, new Set(['en']))).toBe(share);
});
