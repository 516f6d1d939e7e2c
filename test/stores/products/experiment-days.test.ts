import pino from 'pino';
import { experimentDay, experimentDayMs } from '../../../src/domain/products/experiment';
import { sampledShoppersMax } from '../../../src/domain/products/limits';
import { createSearchCounter } from '../../../src/product-search';
import {
  createExperimentDayStore,
  type ExperimentDayRow,
} from '../../../src/stores/products/experiment-days';
import { createSearchEventStore, type SearchEvent } from '../../../src/stores/products/search-events';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

/** Today: rows of an older day expire, so that MongoDB may remove them between two steps of a test. */
const day = experimentDay(new Date());
const window = { from: day, to: new Date(day.getTime() + experimentDayMs) };
const tenant = { organizationId: 'org', environment: 'production' } as const;
/** A group whose name MongoDB would take for a field. */
const named = (indexId: string) => ({ ...tenant, indexId, day, layer: 'ranking', group: '$searches' });

async function rowOf(indexId: string): Promise<ExperimentDayRow> {
  const [row, ...others] = await database.stores.experimentDays.read(indexId, 'ranking', window).toArray();
  expect(others).toEqual([]);
  return row!;
}

describe('searches', () => {
  const searches = { searches: 3, empty: 1, shoppers: [0.5, 0.25] };

  it('of a batch that is sent again are counted once, those of other processes beside them', async () => {
    const [own, other] = [0, 1].map(() => createExperimentDayStore(database.mongo.db));
    await own!.addSearches(1, [{ ...named('a'), ...searches }]);
    await own!.addSearches(1, [{ ...named('a'), ...searches }]);
    await other!.addSearches(1, [{ ...named('a'), ...searches, shoppers: [0.75, 0.5] }]);
    await own!.addSearches(2, [{ ...named('a'), ...searches }]);
    expect(await rowOf('a')).toMatchObject({
      searches: 9,
      empty: 3,
      shoppers: [0.25, 0.5, 0.75],
      group: '$searches',
    });
  });

  it('keep the smallest hashes of their shoppers', async () => {
    const { experimentDays } = database.stores;
    const hashes = Array.from({ length: 3_000 }, (_, n) => ((n * 7_919) % 3_000) / 3_000);
    await experimentDays.addSearches(1, [{ ...named('b'), ...searches, shoppers: hashes.slice(0, 1_500) }]);
    await experimentDays.addSearches(2, [{ ...named('b'), ...searches, shoppers: hashes }]);
    const smallest = hashes.toSorted((a, b) => a - b).slice(0, sampledShoppersMax);
    expect((await rowOf('b')).shoppers).toEqual(smallest);
  });
});

describe('the counter', () => {
  const search = { ...tenant, searchedAt: new Date(day.getTime() + 1), isEmpty: false, shopper: 0.5 };
  const groups = [
    { layer: 'ranking', group: 'a' },
    { layer: 'prices', group: 'b' },
  ];

  it('counts a search in each of its groups', async () => {
    const { experimentDays } = database.stores;
    const counter = createSearchCounter({ experimentDays, log: pino({ level: 'silent' }) });
    for (let n = 0; n < 5; n++)
      counter.count({ ...search, indexId: 'c', groups, isEmpty: n === 0, shopper: n / 10 });
    await counter.flush();
    counter.count({ ...search, indexId: 'c', groups });
    await counter.close();
    const figures = { searches: 6, empty: 1, shoppers: [0, 0.1, 0.2, 0.3, 0.4, 0.5] };
    expect(await rowOf('c')).toMatchObject(figures);
    expect(await experimentDays.read('c', 'prices', window).toArray()).toMatchObject([figures]);
  });

  it('sends a batch again that the store has taken without saying so, and counts it once', async () => {
    const { experimentDays } = database.stores;
    let silent = 2;
    const addSearches: typeof experimentDays.addSearches = async (batch, counts) => {
      await experimentDays.addSearches(batch, counts);
      if (silent-- > 0) throw new Error('no answer');
    };
    const counter = createSearchCounter({ experimentDays: { addSearches }, log: pino({ level: 'silent' }) });
    counter.count({ ...search, indexId: 'd', groups });
    await counter.flush();
    counter.count({ ...search, indexId: 'd', groups });
    await counter.flush();
    await counter.flush();
    await counter.close();
    expect(await rowOf('d')).toMatchObject({ searches: 2 });
  });
});

describe('events', () => {
  const eventOf = (members: Partial<SearchEvent>): SearchEvent => ({
    ...tenant,
    queryId: 'q_1',
    searchedAt: new Date(day.getTime() + 1),
    indexId: 'e',
    groups: [{ layer: 'ranking', group: '$searches' }],
    type: 'click',
    record: 'a',
    position: 1,
    value: 0,
    ...members,
  });
  const figures = (click: number, clicks: number, sum: number) => ({
    searchesWith: { click },
    positions: { clicks, sum },
  });

  it('count once for each search, record and type, and their search once for each type', async () => {
    const { searchEvents } = database.stores;
    const events = [
      eventOf({}),
      eventOf({ position: 9 }),
      eventOf({ record: 'b', position: 4 }),
      eventOf({ queryId: 'q_2', position: null }),
      eventOf({ type: 'conversion', position: null, value: 52.5 }),
    ];
    expect(await searchEvents.take(tenant, events)).toEqual([]);
    expect(await searchEvents.take(tenant, events)).toEqual([]);
    expect(await rowOf('e')).toMatchObject({
      searchesWith: { click: 2, conversion: 1 },
      positions: { clicks: 2, sum: 5, squares: 17 },
      value: 52.5,
    });
  });

  it('that come several times at once count once, and none is lost', async () => {
    const { searchEvents } = database.stores;
    const batches = Array.from({ length: 8 }, (_, batch) =>
      Array.from({ length: 20 }, (__, n) =>
        eventOf({ indexId: 'f', queryId: `q_f${n + (batch % 4) * 10}`, position: 1 }),
      ),
    );
    const programs = [searchEvents, createSearchEventStore(database.mongo.db)];
    await Promise.all(batches.map((events, n) => programs[n % 2]!.take(tenant, events)));
    expect(await rowOf('f')).toMatchObject(figures(50, 50, 50));
    expect(await searchEvents.take(tenant, batches.flat())).toEqual([]);
    expect(await rowOf('f')).toMatchObject(figures(50, 50, 50));
  });

  it('of one search are bounded', async () => {
    const { searchEvents } = database.stores;
    const events = Array.from({ length: 103 }, (_, n) =>
      eventOf({ indexId: 'g', queryId: 'q_g', record: `r${n}` }),
    );
    expect(await searchEvents.take(tenant, events)).toEqual(events.slice(100));
    expect(await searchEvents.take(tenant, events)).toEqual(events.slice(100));
    expect(await rowOf('g')).toMatchObject(figures(1, 100, 100));
  });

  it('and counts of an index go with it', async () => {
    const { experimentDays, searchEvents } = database.stores;
    await searchEvents.take(tenant, [eventOf({ indexId: 'h', queryId: 'q_h' })]);
    await experimentDays.removeOf('h');
    await searchEvents.removeOf('h');
    expect(await experimentDays.read('h', 'ranking', window).toArray()).toEqual([]);
    const rows = database.mongo.db.collection('search_events');
    expect(await rows.countDocuments({ indexId: 'h' })).toBe(0);
  });
});
