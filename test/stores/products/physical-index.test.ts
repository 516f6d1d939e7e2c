import { startDatabase, type TestDatabase } from '../../setup/database';
import { hex } from './record-log';

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
