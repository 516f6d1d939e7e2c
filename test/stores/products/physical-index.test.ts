import { setTimeout as pause } from 'node:timers/promises';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { hex } from './record-log';

const pollMs = 50;

let database: TestDatabase;
let physical: string;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  physical = `sheaf-test-${hex()}`;
  await database.physicalIndexes.create(physical, { f0: 'keyword', f1: 'number' });
});
afterEach(() => database.physicalIndexes.drop(physical));

const document = (id: string, members: object) => ({
  id,
  version: 1,
  body: JSON.stringify({ id, ...members }),
});

async function foundBy(query: object): Promise<unknown[]> {
  await database.physicalIndexes.refresh(physical);
  const { hits } = await database.physicalIndexes.search(physical, { query });
  return hits.hits.map(({ _id }) => _id).sort();
}

it('a value of a column is found however long it is', async () => {
  const long = 'y'.repeat(32_766);
  await database.physicalIndexes.write(physical, [
    document('a', { f0: long }),
    document('b', { f0: 'short' }),
  ]);
  expect(await foundBy({ term: { f0: long } })).toEqual(['a']);
});

it('documents that the search engine refuses are left out and named, and those beside them are written', async () => {
  const documents = Array.from({ length: 9 }, (_, n) =>
    document(`d${n}`, n === 3 ? { f1: 'no number' } : n === 7 ? { f0: 'z'.repeat(32_767) } : { f1: n }),
  );
  const refused = await database.physicalIndexes.write(physical, documents);
  expect(refused).toEqual([
    { id: 'd3', reason: expect.stringContaining('document_parsing_exception') as string },
    { id: 'd7', reason: expect.stringMatching(/^.{300}$/) as string },
  ]);
  expect(await foundBy({ match_all: {} })).toEqual(['d0', 'd1', 'd2', 'd4', 'd5', 'd6', 'd8']);
});

it('the segments of a large build are merged in the background, and those of a small one stay', async () => {
  for (const id of ['a', 'b', 'c']) {
    await database.physicalIndexes.write(physical, [document(id, { f0: id })]);
    await database.physicalIndexes.refresh(physical);
  }
  await database.physicalIndexes.startMerge(physical, 3);
  expect(await segments()).toBe(3);
  await database.physicalIndexes.startMerge(physical, 10_000);
  while ((await segments()) > 1) await pause(pollMs);
  expect(await foundBy({ match_all: {} })).toEqual(['a', 'b', 'c']);
});

/** Number of segments that searches read. */
async function segments(): Promise<number> {
  await database.physicalIndexes.refresh(physical);
  const { indices } = await database.elasticsearch.indices.segments({ index: physical });
  const copies = Object.values(Object.values(indices)[0]!.shards).flat();
  return copies.reduce((sum, { num_search_segments: count }) => sum + count, 0);
}
