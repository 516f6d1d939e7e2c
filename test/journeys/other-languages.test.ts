import { type CollectionItem } from '../../api/documents/collections/schema';
import { type QueryAnswerBody } from '../../api/documents/queries/schema';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const letters = {
  'kuendigung.txt': 'Der Mietvertrag kann von beiden Seiten mit einer Frist von drei Monaten beendet werden.',
  'heizung.txt': 'Die Heizung der Wohnung wird jedes Jahr im Herbst von einem Handwerker gewartet.',
  'muell.txt': 'Papier, Glas und Restmüll werden am Dienstag vor acht Uhr an die Straße gestellt.',
};

it('a collection in German gets the model of many languages and is found by questions in others', async () => {
  const collection = `c-${Math.random().toString(36).slice(2)}`;
  const { key } = stack;
  await stack.createCollection(collection);
  const shown = async () =>
    (await stack.api.request<CollectionItem>(`/v2/collections/${collection}`, { key: key.text })).body;
  expect((await shown()).embedding_model).toBe('auto');

  for (const [filename, content] of Object.entries(letters))
    await stack.indexed(await stack.accepted(stack.index('text', { content, filename }, { collection })));
  expect((await shown()).embedding_model).toBe('multilingual-e5-small');

  const ask = async (json: object) => {
    const path = `/v3/collections/${collection}/query`;
    const { body } = await stack.api.request<QueryAnswerBody>(path, { method: 'POST', key: key.text, json });
    return { first: body.results[0]?.document?.filename, ratio: body.semantic_ratio };
  };
  const german = await ask({ query: 'Wann wird der Restmüll abgeholt?' });
  expect(german).toMatchObject({ first: 'muell.txt' });
  expect(german.ratio).not.toMatchObject({ reason: 'language_not_covered' });
  const byMeaning = { semantic_ratio: 1 };
  expect((await ask({ query: 'Wann kommt die Abfuhr für den Abfall?', ...byMeaning })).first).toBe(
    'muell.txt',
  );
  const ratio = { used: 0.9, reason: 'other_language' };
  expect(await ask({ query: 'How do I end the lease?' })).toEqual({ first: 'kuendigung.txt', ratio });
  expect(await ask({ query: '¿Quién revisa la calefacción?' })).toEqual({ first: 'heizung.txt', ratio });
});
