import { groupsCounted, countGroups, type CountedGroups, groupValue } from '../../../src/product-search';
import { codedGroupField } from '../../../src/stores/products/product-builds';
import { realRecords, withRealRecords } from '../../product-search/real-records';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

type Product = Record<string, unknown> & { id: string };

/** Real products. Some have lost their parent, and are groups of their own. */
const records = realRecords('magento').map((record, place): Product => ({
  ...record,
  id: (record as { sku: string }).sku,
  ...(place % 10 === 0 ? { parent_sku: null } : {}),
}));
const parentOf = ({ id, parent_sku: parent }: Product) =>
  typeof parent === 'string' ? `=${parent}` : `#${id}`;
const groupsOf = (some: readonly Product[]) => new Set(some.map(parentOf)).size;

withRealRecords('codes of groups', () => {
  let stack: Stack;
  const index = 'grouped';

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex(index, { settings: { group_by: { field: 'parent_sku' } } });
    await stack.stage(index, records);
  });
  afterAll(() => stack.close());

  async function search(physical: string, request: object) {
    await stack.api.elasticsearch.indices.refresh({ index: physical });
    return stack.api.elasticsearch.search({ index: physical, size: 0, ...request });
  }

  async function counted(physical: string, query: object = { match_all: {} }): Promise<number> {
    const { aggregations } = await search(physical, { query, aggs: { groups: countGroups() } });
    return groupsCounted(aggregations!.groups as CountedGroups);
  }

  async function keyOf(physical: string, id: string): Promise<string> {
    const { hits } = await search(physical, { size: 1, query: { term: { id } }, docvalue_fields: ['gk'] });
    return (hits.hits[0]!.fields!.gk as string[])[0]!;
  }

  async function built() {
    const job = await stack.built(index);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    const { served } = await stack.indexRow(index);
    const build = (await stack.api.stores.productBuilds.get(served!.buildId))!;
    return { job, build, physical: served!.physical };
  }

  test('are dealt by the stage tables, and count the groups of each search exactly', async () => {
    const { job, build, physical } = await built();
    expect(job.stages.find(({ name }) => name === 'tables')).toMatchObject({
      status: 'done',
      count: records.length,
      of: records.length,
      items: groupsOf(records),
    });
    expect(codedGroupField(build)).toBe('parent_sku');
    expect(await counted(physical)).toBe(groupsOf(records));
    const withParent = records.find(({ parent_sku: parent }) => typeof parent === 'string')!;
    expect(groupValue(await keyOf(physical, withParent.id))).toBe(withParent.parent_sku);
    const alone = records.find(({ parent_sku: parent }) => parent === null)!;
    expect(groupValue(await keyOf(physical, alone.id))).toBeNull();
    const some = records.slice(100, 900);
    expect(await counted(physical, { terms: { id: some.map(({ id }) => id) } })).toBe(groupsOf(some));
  });

  test('are given by live writes too, and a record that moves to another group counts there', async () => {
    const { physical } = await built();
    const [first] = records as [Product];
    const before = await counted(physical);
    const operations = [
      { op: 'upsert', record: { ...first, id: 'new-1', sku: 'new-1', parent_sku: 'NEW' } },
      { op: 'upsert', record: { ...first, id: 'new-2', sku: 'new-2', parent_sku: 'NEW' } },
      { op: 'upsert', record: { id: 'new-3', sku: 'new-3', name: 'Alone' } },
      { op: 'upsert', record: { id: 'new-4', sku: 'new-4', name: 'Alone too' } },
    ];
    const written = await stack.v1(`/indexes/${index}/records/batch?wait=10s`, { json: { operations } });
    expect(written.status).toBe(200);
    expect(await counted(physical)).toBe(before + 3);
    const moved = { op: 'patch', id: 'new-3', record: { parent_sku: 'NEW' } };
    await stack.v1(`/indexes/${index}/records/batch?wait=10s`, { json: { operations: [moved] } });
    expect(await counted(physical)).toBe(before + 2);
    expect(await keyOf(physical, 'new-3')).toBe('=NEW');
  });

  test('go with their build', async () => {
    const buildIds = async () =>
      (await stack.api.stores.productBuilds.listOf((await stack.indexRow(index))._id)).map(({ _id }) => _id);
    const before = await buildIds();
    await built();
    await built();
    const kept = await buildIds();
    expect(before.some((id) => !kept.includes(id))).toBe(true);
    const rows = stack.api.mongo.db.collection<{ _id: string }>('product_groups').find();
    const withGroups = new Set((await rows.toArray()).map(({ _id }) => _id.slice(0, _id.indexOf('/'))));
    expect([...before, ...kept].filter((id) => withGroups.has(id) !== kept.includes(id))).toEqual([]);
  });
});
