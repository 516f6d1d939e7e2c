import { join } from 'node:path';
import { readUnigramTokenizer, type UnigramTokenizer } from '../../../src/models/embedding/unigram-tokenizer';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { tokenized } from './package-tokens';

let tokenizer: UnigramTokenizer;
beforeAll(async () => {
  tokenizer = readUnigramTokenizer(join(await embeddingModelFolder(), 'multilingual-e5-small'));
}, obtainTimeoutMs);

/** Ids that the package of the weights gives for the same texts. */
test.each(tokenized)('gives %j the ids of the package', (text, ids) => {
  expect(tokenizer.encode(text, 100_000)).toEqual(ids);
});

test.each([
  ['a million letters', 'x'.repeat(1_000_000)],
  ['a million letters that are spelt by many', '\ufdfa'.repeat(1_000_000)],
  ['a million spaces', ' '.repeat(1_000_000)],
  ['a million marks', 'a' + '\u0301'.repeat(1_000_000)],
])('reads %s up to the bound', (_, text) => {
  expect(tokenizer.encode(text, 1_000).length).toBeLessThanOrEqual(1_001);
});

test('gives halves of surrogate pairs and zeros a piece', () => {
  expect(tokenizer.encode('\ud83d \u0000', 100).length).toBeGreaterThan(0);
});
