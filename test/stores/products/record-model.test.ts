import fc from 'fast-check';
import { nextView } from '../../../src/domain/products/record-log';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { patch, put, recordLog, remove } from './record-log';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

const ids = ['a', 'b', 'c'] as const;
const id = fc.constantFrom(...ids);
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), id, v: fc.nat(9) }),
  fc.record({
    do: fc.constant('patch' as const),
    id,
    v: fc.option(fc.nat(9)),
    name: fc.constantFrom('v', 'w'),
  }),
  fc.record({ do: fc.constant('delete' as const), id }),
  fc.record({
    do: fc.constant('upload' as const),
    ids: fc.uniqueArray(id, { minLength: 1 }),
    v: fc.nat(9),
    all: fc.boolean(),
  }),
  fc.record({ do: fc.constant('clear' as const) }),
  fc.record({ do: fc.constant('serve' as const) }),
  fc.record({ do: fc.constant('fold' as const) }),
);

test(`served and next records are those of a plain model, whatever is written, staged, cleared, served and folded (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const indexId = await log.newIndex();
      let served: Map<string, Record<string, unknown>> | null = null;
      let next = new Map<string, Record<string, unknown>>();
      const both = () => (served === null ? [next] : [served, next]);
      for (const one of steps) {
        if (one.do === 'put') {
          await log.write(indexId, put(one.id, { v: one.v }));
          for (const model of both()) model.set(one.id, { v: one.v });
        } else if (one.do === 'patch') {
          await log.write(indexId, patch(one.id, { [one.name]: one.v }));
          for (const model of both()) {
            const merged = { ...model.get(one.id), [one.name]: one.v };
            if (one.v === null) Reflect.deleteProperty(merged, one.name);
            if (model.has(one.id)) model.set(one.id, merged);
          }
        } else if (one.do === 'delete') {
          await log.write(indexId, remove(one.id));
          for (const model of both()) model.delete(one.id);
        } else if (one.do === 'upload') {
          await log.upload(indexId, Object.fromEntries(one.ids.map((each) => [each, { v: one.v }])), one.all);
          if (one.all) next = new Map();
          for (const each of one.ids) next.set(each, { v: one.v });
        } else if (one.do === 'clear') {
          await database.stores.clearRecords(indexId);
          for (const model of both()) model.clear();
        } else if (one.do === 'serve') {
          await log.serve(indexId);
          served = new Map(next);
        } else {
          await log.applied(indexId);
          await database.stores.recordFolding.fold(indexId, ids);
          while (await database.stores.recordFolding.foldWaiting(indexId));
        }
        const row = await log.rowOf(indexId);
        expect(await log.records(indexId, nextView(row))).toEqual(Object.fromEntries(next));
        if (served !== null && row.served !== null)
          expect(await log.records(indexId, row.served.view)).toEqual(Object.fromEntries(served));
        if (served === null) expect(row.staged).toBe(next.size);
      }
      await log.applied(indexId);
      await database.stores.recordFolding.fold(indexId, ids);
      const views = served === null ? 1 : 2;
      const entries = await database.mongo.db.collection('product_entries').countDocuments({ indexId });
      expect(entries).toBeLessThanOrEqual(ids.length * 2 * views);
    }),
    { seed, numRuns: 120 },
  );
}, 300_000);
