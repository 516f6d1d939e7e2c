import { type Describer, describeCached, ModelError } from '../../../src/models';
import { createDescriptionStore, descriptionIndexes } from '../../../src/stores/platform/descriptions';
import { startDatabase, type TestDatabase } from '../../setup/database';

const never = new AbortController().signal;
const chunk = (text: string, headers: string[] = []) => ({ text, headers });

/** A model that says what it was asked, and counts it; `busy` fails at once, `slow` answers after that. */
function chat(model: string): Describer & { asked: string[] } {
  const asked: string[] = [];
  let busy: () => void;
  const failed = new Promise<void>((resolve) => (busy = resolve));
  return {
    asked,
    model,
    async describe([{ text } = chunk('')]) {
      asked.push(text);
      if (text === 'slow') await failed;
      if (text === 'busy') {
        setImmediate(busy);
        throw new ModelError('status 503', true);
      }
      return [{ tags: [model], summary: text }];
    },
  };
}

describe('what a model said of texts', () => {
  let database: TestDatabase;
  let cache: ReturnType<typeof createDescriptionStore>;
  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    cache = createDescriptionStore(database.mongo.db);
    await database.mongo.db.collection(descriptionIndexes.collection).deleteMany({});
  });

  test('is not asked again, nor twice for the same text, and comes in the order of the texts', async () => {
    const describer = chat('m');
    const texts = ['a', 'b', 'a', 'c'].map((text) => chunk(text));
    const first = await describeCached({ describer, cache }, 'org_a', texts, never);
    expect(first.map(({ summary }) => summary)).toEqual(['a', 'b', 'a', 'c']);
    expect(describer.asked.sort()).toEqual(['a', 'b', 'c']);
    expect(await describeCached({ describer, cache }, 'org_a', texts, never)).toEqual(first);
    expect(describer.asked).toHaveLength(3);
  });

  test.each([
    ['another organization', 'org_b', 'm', chunk('a')],
    ['another model', 'org_a', 'm2', chunk('a')],
    ['the same text under other headers', 'org_a', 'm', chunk('a', ['h'])],
  ])('says nothing to %s', async (_, organization, model, text) => {
    await describeCached({ describer: chat('m'), cache }, 'org_a', [chunk('a')], never);
    const describer = chat(model);
    await describeCached({ describer, cache }, organization, [text], never);
    expect(describer.asked).toEqual(['a']);
  });

  test('stays where another text fails, also what was under way by then', async () => {
    const describer = chat('m');
    const texts = ['a', 'slow', 'busy', 'b', 'c', 'd', 'e', 'f'].map((text) => chunk(text));
    const failing = describeCached({ describer, cache }, 'org_a', texts, never);
    await expect(failing).rejects.toMatchObject({ retryable: true });
    const answered = describer.asked.filter((text) => text !== 'busy').map((text) => chunk(text));
    expect(answered).toContainEqual(chunk('slow'));
    const silent = { ...describer, describe: () => Promise.reject(new Error('asked again')) };
    const again = await describeCached({ describer: silent, cache }, 'org_a', answered, never);
    expect(again.map(({ summary }) => summary)).toEqual(answered.map(({ text }) => text));
  });

  test('of a describer that asks no model is not kept', async () => {
    const describer = { ...chat('m'), model: null };
    await describeCached({ describer, cache }, 'org_a', [chunk('a')], never);
    expect(await database.mongo.db.collection(descriptionIndexes.collection).countDocuments()).toBe(0);
  });
});
