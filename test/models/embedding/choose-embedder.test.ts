import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddingModelChoice } from '../../../src/domain/platform/embedding-model';
import { englishShareOf, type LanguageCounts } from '../../../src/domain/documents/language-counts';
import { coveredLanguages } from '../../../src/models';
import { createEmbedderChoice } from '../../../src/models/embedding/choose-embedder';
import { type Embedder } from '../../../src/models/embedding/embedder';

const [english, multilingual] = ['all-minilm-l6-v2-int8', 'multilingual-e5-small-int8'];
const standIn = (id: string): Embedder => ({
  id,
  dimensions: 384,
  countTokens: () => 0,
  embed: () => Promise.resolve([]),
  close: () => Promise.resolve(),
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-models-'));
  await mkdir(join(folder, 'multilingual-e5-small'));
  await writeFile(join(folder, 'multilingual-e5-small', 'model.onnx'), '');
});
afterEach(() => rm(folder, { recursive: true }));

const chosen = (configured: string, choice: EmbeddingModelChoice, languages: LanguageCounts) => {
  const choose = createEmbedderChoice(folder, standIn(configured), { of: ({ model }) => standIn(model) });
  return choose(choice, englishShareOf(languages)).id;
};

test.each<[string, LanguageCounts, string]>([
  ['English texts', { en: 3 }, english],
  ['texts of unknown language', {}, english],
  ['as many English texts as others', { en: 2, de: 1, fr: 1 }, english],
  ['German texts', { de: 3 }, multilingual],
  ['mostly German texts', { en: 1, de: 2 }, multilingual],
  ['languages that neither knows', { yo: 4 }, multilingual],
])('auto chooses for %s', (_, languages, expected) => {
  expect(chosen(english, 'auto', languages)).toBe(expected);
});

test('a name is followed whatever the language, and an endpoint is what auto means where there is one', () => {
  expect(chosen(english, 'multilingual-e5-small', { en: 3 })).toBe(multilingual);
  expect(chosen(english, 'all-minilm-l6-v2', { de: 3 })).toBe(english);
  expect(chosen('large:1024', 'auto', { de: 3 })).toBe('large:1024');
  expect(chosen('large:1024', 'all-minilm-l6-v2', { de: 3 })).toBe(english);
});

test('without the files of the second model auto chooses the English one', async () => {
  await rm(join(folder, 'multilingual-e5-small'), { recursive: true });
  expect(chosen(english, 'auto', { de: 3 })).toBe(english);
});

test('the model of many languages covers German, and no model is said to cover Yoruba', () => {
  expect(coveredLanguages(multilingual)!.has('de')).toBe(true);
  expect(coveredLanguages(english)!.has('de')).toBe(false);
  for (const model of [english, multilingual]) expect(coveredLanguages(model)!.has('yo')).toBe(false);
  expect(coveredLanguages('large:1024')).toBeNull();
});
