import { columnKind } from '../../../src/domain/products/field-table';
import { tableOf } from '../../../src/stores/products/product-builds';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const index = 'lamps';
const lamp = (id: string, members: object = {}) => ({ id, title: `Lamp ${id}`, ...members });

/** Replaces a record; answers the job of the write in its final state. */
async function put(record: { id: string }) {
  const path = `/indexes/${index}/records/${record.id}?wait=10s`;
  const { status, body } = await stack.v1<{ job: { id: string } }>(path, { method: 'PUT', json: record });
  expect(status).toBe(200);
  return stack.endedJob(body.job.id);
}

const found = async () => (await stack.search(index)).hits.map(({ id }) => id).sort();

/** Puts an index that lacks the column of a field in place of the served one, as a restored snapshot may. */
async function loseColumn(name: string): Promise<void> {
  const { physicalIndexes, stores } = stack.api;
  const { physical, buildId } = (await stack.indexRow(index)).served!;
  const { fields } = tableOf((await stores.productBuilds.get(buildId))!)!;
  const columns = fields.flatMap(({ path, column, type }) =>
    column === null || path[0] === name ? [] : [[column, columnKind(type)!] as const],
  );
  await physicalIndexes.drop(physical);
  await physicalIndexes.create(physical, Object.fromEntries(columns));
  await physicalIndexes.open(physical);
}

it('a write that the search engine refuses is named by its job, kept, and served by the next build; others are applied', async () => {
  await stack.createIndex(index);
  await stack.stage(index, [lamp('a', { price: 10 })]);
  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  await loseColumn('price');

  expect(await put(lamp('b', { price: 20 }))).toMatchObject({
    status: 'succeeded',
    warnings: [{ code: 'RECORD_NOT_SEARCHABLE', message: expect.stringMatching(/^b: /) as string }],
  });
  expect(await put(lamp('c'))).toMatchObject({ status: 'succeeded', warnings: [] });
  expect(await found()).toEqual(['c']);
  const { body } = await stack.v1<{ record: object }>(`/indexes/${index}/records/b`);
  expect(body.record).toEqual(lamp('b', { price: 20 }));

  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  expect(await found()).toEqual(['a', 'b', 'c']);
});
