import fc from 'fast-check';
import { type MatchingDeletion } from '../../../src/stores/products/matching-deletions';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { everything, hex, patch, put, recordLog, remove } from './record-log';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

/** Records pass whose member `v` is even. */
const matches = (text: string) => (JSON.parse(text) as { v: number }).v % 2 === 0;

async function isServed(records: Readonly<Record<string, object>>): Promise<string> {
  const indexId = await log.newIndex();
  await log.upload(indexId, records);
  await log.serve(indexId);
  await log.applied(indexId);
  return indexId;
}

/** What a search of the served build finds now: every live write counts as applied. */
async function searched(indexId: string): Promise<Pick<MatchingDeletion, 'searchedThrough' | 'found'>> {
  const { sequence, served } = await log.rowOf(indexId);
  const bounds = { after: null, through: null, limit: 1_000 };
  const { items } = await database.stores.recordPages.page(indexId, bounds, served!.view);
  const found = items.filter(({ text }) => matches(text)).map(({ recordId, seq }) => ({ recordId, seq }));
  return { searchedThrough: sequence, found };
}

const remaining = async (indexId: string) => log.records(indexId, (await log.rowOf(indexId)).served!.view);

test(`the records go that pass when the deletion is written, whatever was written since they were searched (seed ${seed})`, async () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('put' as const, 'patch' as const), id, v: fc.nat(9) }),
    fc.record({ do: fc.constant('delete' as const), id }),
    fc.record({ do: fc.constant('fold' as const), id }),
    fc.record({ do: fc.constant('clear' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(id, fc.record({ v: fc.nat(9) }), { noNullPrototype: true }),
      fc.array(step, { maxLength: 5 }),
      fc.array(step, { maxLength: 8 }),
      async (first, before, after) => {
        const indexId = await isServed({ x: { v: 1 }, ...first });
        const model = new Map<string, { v: number }>(Object.entries({ x: { v: 1 }, ...first }));
        const take = async (steps: typeof before) => {
          for (const one of steps) {
            if (one.do === 'fold') await database.stores.recordFolding.fold(indexId, [one.id]);
            else if (one.do === 'clear') {
              await database.stores.clearRecords(indexId);
              model.clear();
            } else if (one.do === 'delete') {
              await log.write(indexId, remove(one.id));
              model.delete(one.id);
            } else {
              await log.write(indexId, (one.do === 'put' ? put : patch)(one.id, { v: one.v }));
              if (one.do === 'put' || model.has(one.id)) model.set(one.id, { v: one.v });
            }
          }
        };
        await take(before);
        const search = await searched(indexId);
        await take(after);
        const outcome = await database.stores.deleteMatching(indexId, {
          buildId: 'bld',
          ...search,
          matches,
          reservedId: null,
        });
        const passing = [...model].filter(([, { v }]) => v % 2 === 0).map(([recordId]) => recordId);
        expect(outcome).toMatchObject(
          passing.length === 0
            ? { outcome: 'none' }
            : { outcome: 'written', seqs: passing.map(() => expect.any(Number) as number) },
        );
        for (const recordId of passing) model.delete(recordId);
        expect(await remaining(indexId)).toEqual(Object.fromEntries(model));
      },
    ),
    { seed, numRuns: 40 },
  );
});

test('what is staged of a record goes with it', async () => {
  const indexId = await isServed({ a: { v: 2 }, b: { v: 1 } });
  await log.upload(indexId, { a: { v: 3 }, b: { v: 2 }, c: { v: 2 } });
  await database.stores.deleteMatching(indexId, {
    buildId: 'bld',
    ...(await searched(indexId)),
    matches,
    reservedId: null,
  });
  expect(await remaining(indexId)).toEqual({ b: { v: 1 } });
  expect(await log.records(indexId, everything)).toEqual({ b: { v: 2 }, c: { v: 2 } });
});

test('a key deletes once, and is answered with what it has deleted', async () => {
  const indexId = await isServed({ a: { v: 2 }, b: { v: 4 } });
  const deletion = { buildId: 'bld', ...(await searched(indexId)), matches, reservedId: `job_${hex()}` };
  const first = await database.stores.deleteMatching(indexId, deletion);
  expect(first).toMatchObject({ outcome: 'written', seqs: [2, 3] });
  await log.write(indexId, put('c', { v: 6 }));
  expect(await database.stores.deleteMatching(indexId, deletion)).toEqual(first);
  expect(await remaining(indexId)).toEqual({ c: { v: 6 } });
});

test('another build in service, a deleted index and a long line of writes are told', async () => {
  const indexId = await isServed({ a: { v: 2 } });
  const search = await searched(indexId);
  const ask = (change: object) =>
    database.stores.deleteMatching(indexId, {
      buildId: 'bld',
      ...search,
      matches,
      reservedId: null,
      ...change,
    });
  expect(await ask({ buildId: 'former' })).toEqual({ outcome: 'outdated' });
  await log.write(indexId, ...Array.from({ length: 5_001 }, (_, n) => put(`n${n}`, { v: 1 })));
  expect(await ask({})).toEqual({ outcome: 'outdated' });
  expect(await ask(await searched(indexId))).toMatchObject({ outcome: 'written' });
  expect(
    await database.stores.deleteMatching('idx_unknown', {
      buildId: 'bld',
      ...search,
      matches,
      reservedId: null,
    }),
  ).toEqual({
    outcome: 'gone',
  });
});
