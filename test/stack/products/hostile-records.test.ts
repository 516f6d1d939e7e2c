import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Longer than a term of the search engine. */
const wordChars = 90_000;
const longWord = (n: number) => `w${n}x`.repeat(wordChars).slice(0, wordChars);
const name = 'long-words';

test('records whose title is one long word are built', async () => {
  await stack.createIndex(name);
  const records = Array.from({ length: 120 }, (_, n) => ({
    id: `r${n}`,
    title: longWord(n),
    brand: `Brand ${n % 5}`,
  }));
  await stack.stage(name, records);
  expect(await stack.built(name)).toMatchObject({ status: 'succeeded', result: { records: 120 } });
});

test.each([
  ['the first 64 characters of a long word', longWord(7).slice(0, 64)],
  ['more of it, as far as a query may be long', longWord(7).slice(0, 512)],
])('%s find it', async (_, query) => {
  const { hits } = await stack.search(name, query);
  expect(hits.map(({ id }) => id)).toEqual(['r7']);
});

test('a filter by a text that is longer than any value finds nothing', async () => {
  const search = (filters: object) =>
    stack.v1<{ total: number }>(`/indexes/${name}/search`, { method: 'POST', json: { filters } });
  expect(await search({ brand: longWord(1) })).toMatchObject({ status: 200, body: { total: 0 } });
  expect(await search({ brand: [longWord(1), 'Brand 1'] })).toMatchObject({
    status: 200,
    body: { total: 24 },
  });
  expect(await search({ brand: { not: longWord(1) } })).toMatchObject({ status: 200, body: { total: 120 } });
});
