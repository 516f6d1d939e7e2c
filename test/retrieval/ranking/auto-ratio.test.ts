import { autoRatio, tellingWords } from '../../../src/retrieval/ranking';

const byDefault = { used: 0.5, reason: 'default' } as const;

it.each([
  ['pump valve torque', 'exact_words', { match: { text: { query: 'pump valve torque', operator: 'and' } } }],
  ['wie geht das', 'exact_words', { match: { text: { query: 'wie geht das', operator: 'and' } } }],
  ['results of 2024', 'exact_words', undefined],
  ['the 3rd quarter', 'exact_words', undefined],
  ['which parts fit the RTFPUMP-88 valve block today', 'exact_words', undefined],
  ['RTFPUMP-88 valve', 'identifier', { bool: { filter: [phrase('RTFPUMP-88')] } }],
  ['invoice 20240871?', 'identifier', { bool: { filter: [phrase('20240871')] } }],
  ['who signs the "service agreement"', 'quoted', { bool: { filter: [phrase('service agreement')] } }],
  ['„Wartung“ und «pompe à eau»', 'quoted', { bool: { filter: [phrase('Wartung'), phrase('pompe a eau')] } }],
  ['a screen of 5" or 7" and more', 'exact_words', undefined],
  ['an empty "" quote', 'exact_words', undefined],
  ['"?!" and words', 'exact_words', undefined],
])('the telling words of %j are its %s', (text, reason, query) => {
  const telling = tellingWords(text);
  expect(telling.reason).toBe(reason);
  if (query !== undefined) expect(telling.query).toEqual(query);
});

it.each([
  [0, byDefault],
  [1, { used: 0.1, reason: 'quoted' }],
  [10, { used: 0.1, reason: 'quoted' }],
  [11, byDefault],
])('%i chunks with the telling words give the ratio %j', (chunks, expected) => {
  expect(autoRatio({ reason: 'quoted' }, chunks, byDefault)).toEqual(expected);
});

function phrase(query: string) {
  return { match_phrase: { text: { query } } };
}
