import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createMetrics, type Metrics } from '../../src/metrics';
import { createQueryHistory, findStoredQuery } from '../../src/retrieval';
import { createStores, type Stores } from '../../src/stores';
import { connectMongo } from '../../src/stores/mongo/mongo';
import { hourOf } from '../../src/stores/documents/queries/query-losses';
import { startDatabase, type TestDatabase } from '../setup/database';
import { recordOf } from '../setup/query-records';

const tenant = { organizationId: 'org_history', environment: 'production' as const };
const others = { organizationId: 'org_others', environment: 'production' as const };

let database: TestDatabase;
let registry: Registry;
let metrics: Metrics;
let lines: { level: number; msg: string; lostInAll?: number; queryIds?: string[] }[];
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  lines = [];
  registry = new Registry();
  metrics = createMetrics(registry);
  await Promise.all(
    ['queries', 'query_bodies', 'query_losses'].map((name) =>
      database.mongo.db.collection(name).deleteMany({}),
    ),
  );
});
afterAll(() => database.close());

const historyOver = (stores: Partial<Stores> = {}) =>
  createQueryHistory({ stores: { ...database.stores, ...stores }, log, metrics });

/** Stores whose server is gone. */
async function lostStores(): Promise<Stores> {
  const lost = await connectMongo(database.url, 'lost');
  await lost.close();
  return createStores(lost.db);
}

const hour = (moment: Date) => ({ from: hourOf(moment), to: new Date(hourOf(moment).getTime() + 3_600_000) });
const lossesOf = async () => {
  const rows = await database.mongo.db.collection('query_losses').find().toArray();
  return rows.map(({ organizationId, queries }) => [organizationId as string, queries as number]).sort();
};

describe('a history that cannot be written', () => {
  it('fails no query, and is logged with a running total', async () => {
    const { queries, queryBodies, queryLosses } = await lostStores();
    const history = historyOver({ queries, queryBodies, queryLosses });
    const records = [recordOf(tenant), recordOf(tenant), recordOf(others)];
    await Promise.all(records.map((record) => history.record(record)));
    await history.record(recordOf(tenant, { evalId: 'eval_1' }));
    const totals = lines.flatMap(({ lostInAll, queryIds }) => (queryIds ? lostInAll : []));
    expect(totals.at(-1)).toBe(4);
    expect(await registry.metrics()).toContain('\nsheaf_history_records_lost_total 4\n');
    expect(lines.flatMap(({ queryIds }) => queryIds ?? [])).toEqual(
      expect.arrayContaining(records.map(({ answer }) => answer.queryId)),
    );
    expect(await lossesOf()).toEqual([]);
  });

  it('makes the report of the tenant and hour incomplete', async () => {
    const { queries } = await lostStores();
    const history = historyOver({ queries });
    const record = recordOf(tenant);
    await Promise.all([history.record(record), history.record(record), history.record(recordOf(others))]);
    await history.record(recordOf(tenant, { evalId: 'eval_1' }));
    expect(await lossesOf()).toEqual([
      ['org_history', 2],
      ['org_others', 1],
    ]);
    const { queryLosses } = database.stores;
    const within = hour(record.createdAt);
    const before = { from: new Date(within.from.getTime() - 3_600_000), to: within.from };
    const after = { from: within.to, to: new Date(within.to.getTime() + 3_600_000) };
    expect(await queryLosses.any(tenant, within)).toBe(true);
    expect(await queryLosses.any(tenant, before)).toBe(false);
    expect(await queryLosses.any(tenant, after)).toBe(false);
    expect(await queryLosses.any({ ...tenant, environment: 'staging' }, within)).toBe(false);
  });

  it('but for its body keeps the query, whose body is missing', async () => {
    const { queryBodies } = await lostStores();
    const record = recordOf(tenant);
    await historyOver({ queryBodies }).record(record);
    const deps = { stores: database.stores, history: historyOver() };
    const entry = await findStoredQuery(deps, tenant, record.answer.queryId);
    expect(entry).toMatchObject({ bodyState: 'missing', body: null, row: { resultCount: 2 } });
    expect(lines.map(({ msg }) => msg)).toEqual(['bodies of queries could not be stored']);
    expect(await lossesOf()).toEqual([]);
  });

  it('because of what the query itself is loses that query alone', async () => {
    const history = historyOver();
    // A text that is no text: nothing promises that a request is free of it once it is in memory.
    const broken = recordOf(tenant, { request: { big: 1n } });
    const fine = recordOf(tenant);
    // The first is at work when the other two come, which so go together.
    await Promise.all([recordOf(tenant), broken, fine].map((record) => history.record(record)));
    const deps = { stores: database.stores, history: historyOver() };
    expect(await findStoredQuery(deps, tenant, fine.answer.queryId)).toMatchObject({
      bodyState: 'available',
    });
    expect(await findStoredQuery(deps, tenant, broken.answer.queryId)).toMatchObject({
      bodyState: 'missing',
    });
  });

  it('because it is away holds no more than a bounded number of queries back', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { queryBodies } = database.stores;
    const slow = {
      ...queryBodies,
      insert: async (rows: Parameters<typeof queryBodies.insert>[0]) => {
        await held;
        return queryBodies.insert(rows);
      },
    };
    const history = historyOver({ queryBodies: slow });
    const records = Array.from({ length: 700 }, () => recordOf(tenant));
    const written = records.map((record) => history.record(record));
    const oldest = Math.min(...records.map(({ createdAt }) => createdAt.getTime()));
    expect(history.waitingSince(tenant)).toEqual(new Date(oldest));
    expect(history.waitingSince(others)).toBeNull();
    release();
    await Promise.all(written);
    const stored = await database.mongo.db.collection('queries').countDocuments();
    const [[, lost]] = (await lossesOf()) as [[string, number]];
    expect(stored + lost).toBe(700);
    expect(lost).toBeGreaterThan(0);
    expect(stored).toBeGreaterThanOrEqual(500);
    expect(history.waitingSince(tenant)).toBeNull();
  });
});

it('a program that stops writes what it has taken before it goes', async () => {
  const history = historyOver();
  const records = Array.from({ length: 120 }, () => recordOf(tenant));
  for (const record of records) void history.record(record);
  await history.drain();
  expect(await database.mongo.db.collection('queries').countDocuments()).toBe(120);
  expect(await database.mongo.db.collection('query_bodies').countDocuments()).toBe(120);
});
