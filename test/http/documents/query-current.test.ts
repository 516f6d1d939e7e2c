import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Caller } from '../../../src/domain/platform/caller';
import { createCurrentCollections } from '../../../src/services/documents/queries/current-collection';
import { querySettings } from '../../../api/documents/queries/settings';
import { queryBody } from '../../../api/documents/queries/schema';
import { createRerankers } from '../../../src/models';
import { createQueryEngine } from '../../../src/retrieval';
import { createStores } from '../../../src/stores';
import { type QueryApi, startQueryApi } from './query-client';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

let api: QueryApi;
let caller: Caller;
beforeAll(async () => {
  api = await startQueryApi();
  const { organizationId, keyId } = api.key;
  caller = {
    organizationId,
    keyId,
    environment: 'production',
    permissions: [],
    expiresAt: null,
    ratePerSecond: null,
    scope: null,
    operators: null,
  };
});
afterAll(() => api.close());

const unique = () => `c-${randomBytes(5).toString('hex')}`;
const inAll = { query: 'alpha', semantic_ratio: 0, limit: 100, include: { document_metadata: true } };

/** A hit with all of its metadata. */
type ShownHit = Record<string, unknown> & { text: string };

/**
 * Another process, which remembers collections however often they change, because its clock runs that fast.
 */
function otherProcess() {
  let nowMs = 0;
  let tries = 0;
  const stores = createStores(api.mongo.db);
  const { search, log } = api.deps;
  const models = { embedders: { of: () => null }, rerankers: createRerankers(api.deps.config) };
  const engine = createQueryEngine({ stores, search, log, ...models });
  const find = async (_: Caller, name: string) => {
    const row = await stores.collections.find(caller, name);
    if (row === null) throw new Error('not found');
    return row;
  };
  const current = createCurrentCollections(find, () => (nowMs += 60_000));
  const { query: text, ...settings } = queryBody.parse(inAll);
  const { signal } = new AbortController();
  return {
    /** How many answers were looked for with a row of an earlier query. */
    tries: () => tries,
    ask: (name: string) =>
      current.answerOver(caller, name, signal, async (row, remembered) => {
        if (remembered) tries++;
        const query = {
          text,
          settings: querySettings(settings),
          queryId: randomUUID(),
          requestId: randomUUID(),
        };
        const { hits } = await engine.run(row, query, signal, { remembered });
        return hits
          .map((hit): ShownHit => ({ ...hit.documentMetadata, ...hit.custom, text: hit.text }))
          .sort((a, b) => (a.text < b.text ? -1 : 1));
      }),
  };
}

test('a collection that was asked before takes one small read of the records for as long as it stays as it is', async () => {
  const { db } = api.mongo;
  const name = unique();
  await api.add(name, { chunks: ['alpha'] });
  await api.ask(name, inAll);
  await api.deps.history.drain();
  await db.command({ profile: 2 });
  const { results } = await api.ask(name, inAll);
  await db.command({ profile: 0 });
  expect(results).toHaveLength(1);
  const of = ['collections', 'documents', 'chunks', 'tombstones'].map((one) => `${db.databaseName}.${one}`);
  const reads = await db
    .collection<{ ns: string; nreturned: number }>('system.profile')
    .find({ ns: { $in: of } })
    .toArray();
  expect(reads.map(({ ns, nreturned }) => [ns, nreturned])).toEqual([[of[0], 1]]);
});

describe('a query that follows a change sees it, also where the collection was asked before', () => {
  const path = (name: string) => `/v2/collections/${name}`;
  const refused = (status: number, error: string) => ({ status, body: { error } });
  const empty = { status: 200, body: { total_results: 0 } };

  test.each<[string, (name: string) => Promise<unknown>, object]>([
    ['emptied', (name) => api.call('DELETE', `${path(name)}/documents`), empty],
    ['deleted', (name) => api.call('DELETE', path(name)), refused(404, 'collection_not_found')],
    [
      'deleted and made anew',
      async (name) => {
        await api.call('DELETE', path(name));
        await api.collection(name);
      },
      empty,
    ],
    [
      'moved to another environment',
      (name) =>
        api.mongo.db.collection('collections').updateOne({ name }, { $set: { environment: 'development' } }),
      refused(404, 'collection_not_found'),
    ],
    [
      'closed',
      (name) => api.mongo.db.collection('collections').updateOne({ name }, { $set: { active: false } }),
      refused(403, 'collection_not_queryable'),
    ],
    [
      'added to',
      (name) => api.add(name, { filename: 'b.txt', chunks: ['alpha new'] }),
      { status: 200, body: { total_results: 2 } },
    ],
  ])('%s', async (_, change, expected) => {
    for (const query of ['alpha', 'nothing']) {
      const name = unique();
      await api.add(name, { chunks: ['alpha'] });
      await api.post(name, { ...inAll, query });
      await change(name);
      const answer = await api.post(name, { ...inAll, query });
      if (query === 'alpha' || answer.status !== 200) expect(answer).toMatchObject(expected);
      else expect(answer.body.results).toEqual([]);
    }
  });

  test('its vectors were made anew by the model that is configured now', async () => {
    const name = unique();
    await api.add(name, { chunks: ['alpha'] });
    const rows = api.mongo.db.collection('collections');
    await rows.updateOne({ name }, { $set: { 'embedding.model': 'gone-1' } });
    expect(await api.post(name, { query: 'alpha' })).toMatchObject(refused(503, 'query_unavailable'));
    await rows.updateOne({ name }, { $set: { 'embedding.model': 'test-1' } });
    expect((await api.ask(name, { query: 'alpha' })).results).toHaveLength(1);
  });
});

type Step =
  | { kind: 'add' | 'wipe' | 'copy' | 'recreate' }
  | { kind: 'delete' | 'describe' | 'describeChunk'; at: number; colour: string };
interface ShownDocument {
  documentId: string;
  custom: Record<string, string | undefined>;
}

test(`whatever is done to collections, the next answer is that of a process that has never been asked (seed ${seed})`, async () => {
  const step = fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constantFrom('add' as const, 'copy' as const) }),
    fc.record({
      kind: fc.constantFrom('delete' as const, 'describe' as const, 'describeChunk' as const),
      at: fc.nat(9),
      colour: fc.constantFrom('red', 'green', ''),
    }),
    fc.record({ kind: fc.constantFrom('wipe' as const, 'recreate' as const) }),
  );
  const steps = fc.array(step, { minLength: 2, maxLength: 6 });
  const shownBy = (documents: ReadonlyMap<string, ShownDocument>) =>
    [...documents]
      .map(([text, { custom }]) => ({ text, ...custom }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const [source, copy, other] = [unique(), unique(), otherProcess()];
      let shown = new Map<string, ShownDocument>();
      let copied: ReturnType<typeof shownBy> | null = null;
      let copies = 0;
      await api.collection(source);
      await other.ask(source);
      let asked = 1;
      for (const [at, one] of list.entries()) {
        if (one.kind === 'add') {
          const text = `alpha ${at}`;
          const documentId = await api.add(source, { filename: `${at}.txt`, chunks: [text] });
          shown.set(text, { documentId, custom: {} });
        } else if ('at' in one) {
          const [text, document] = [...shown][one.at % Math.max(1, shown.size)] ?? [];
          if (text === undefined || document === undefined) continue;
          const { documentId, custom } = document;
          const collectionId = (await api.collection(source))._id;
          if (one.kind === 'delete') {
            await api.call('DELETE', `/v2/collections/${source}/documents/${documentId}`);
            shown.delete(text);
          } else {
            const [key, chunkIndex] =
              one.kind === 'describe' ? (['year', null] as const) : (['colour', 0] as const);
            const value = one.colour === '' ? null : one.colour;
            const change = { documentId, chunkIndex, mode: 'patch' as const, custom: { [key]: value } };
            const [outcome] = await api.documentWrites.writeMetadata(collectionId, [change]);
            expect(outcome).toMatchObject({ state: 'written' });
            shown.set(text, { documentId, custom: { ...custom, [key]: value ?? undefined } });
          }
        } else if (one.kind === 'copy') {
          await api.copy(source, `${copy}-${++copies}`);
          copied = shownBy(shown);
        } else {
          await api.call('DELETE', `/v2/collections/${source}${one.kind === 'wipe' ? '/documents' : ''}`);
          await api.collection(source);
          shown = new Map();
        }
        asked++;
        expect(await other.ask(source)).toEqual(shownBy(shown));
        if (copied !== null) expect(await other.ask(`${copy}-${copies}`)).toEqual(copied);
      }
      // Lists may hold nothing but steps that there is nothing for.
      expect(other.tries() > 0).toBe(asked > 1);
    }),
    { seed, numRuns: 8 },
  );
});

test('while documents are deleted, no answer shows one that was gone when the query began', async () => {
  const [name, other] = [unique(), otherProcess()];
  const documents = [];
  for (let at = 0; at < 12; at++)
    documents.push([`alpha ${at}`, await api.add(name, { filename: `${at}.txt`, chunks: [`alpha ${at}`] })]);
  const gone = new Set<string>();
  let answers = 0;
  async function askUntilEmpty(): Promise<void> {
    while (gone.size < documents.length) {
      const before = [...gone];
      const hits = await other.ask(name);
      answers++;
      expect(hits.filter(({ text }) => before.includes(text))).toEqual([]);
    }
  }
  const asking = [askUntilEmpty(), askUntilEmpty(), askUntilEmpty()];
  for (const [text, documentId] of documents) {
    await api.call('DELETE', `/v2/collections/${name}/documents/${documentId}`);
    gone.add(text!);
  }
  await Promise.all(asking);
  expect(answers).toBeGreaterThanOrEqual(asking.length);
  expect(other.tries()).toBeGreaterThan(0);
});

test('while metadata is written, no answer shows what it was before the query began', async () => {
  const [name, other] = [unique(), otherProcess()];
  const documentId = await api.add(name, { chunks: ['alpha'] });
  const collectionId = (await api.collection(name))._id;
  const lastYear = 8;
  let written = 0;
  async function askUntilDone(): Promise<void> {
    while (written < lastYear) {
      const before = written;
      const [hit] = await other.ask(name);
      expect(Number(hit?.year ?? 0)).toBeGreaterThanOrEqual(before);
      expect(Number(hit?.page ?? 0)).toBeGreaterThanOrEqual(before);
    }
  }
  const asking = [askUntilDone(), askUntilDone(), askUntilDone()];
  const put = { documentId, mode: 'patch' as const };
  for (let year = 1; year <= lastYear; year++) {
    await api.documentWrites.writeMetadata(collectionId, [
      { ...put, chunkIndex: null, custom: { year } },
      { ...put, chunkIndex: 0, custom: { page: year } },
    ]);
    written = year;
  }
  await Promise.all(asking);
  expect(other.tries()).toBeGreaterThan(0);
});
