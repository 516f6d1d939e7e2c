import { columnKind } from '../../../src/domain/products/field-table';
import { tableOf } from '../../../src/stores/products/product-builds';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { hex, put, remove } from '../../stores/products/record-log';
import { lamps, startStepwiseBuilds, type StepwiseBuilds } from './stepwise-builds';

let builds: StepwiseBuilds;
let stack: StepwiseBuilds['stack'];
let log: StepwiseBuilds['log'];
beforeAll(async () => {
  builds = await startStepwiseBuilds();
  ({ stack, log } = builds);
});
afterAll(() => builds.close());

describe('checks of a build during live writes', () => {
  it('pass after a clear that has reached the new build and not yet the served one', async () => {
    const indexId = await builds.served(12);
    await log.upload(indexId, lamps(12));
    const build = await builds.startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await stack.stores.clearRecords(indexId);
    const former = (await log.rowOf(indexId)).served!;
    await builds.applyWrites(indexId);
    await stack.mongo.db
      .collection<{ _id: string }>('product_indexes')
      .updateOne({ _id: indexId }, { $set: { 'served.records': former.records } });
    await stack.physicalIndexes.refresh(physical);
    for (const name of ['record_count', 'id_unique', 'shrink'] as const)
      expect(await build.check(name)).toMatchObject({ name, status: 'passed' });
    await build.publish();
    expect((await log.rowOf(indexId)).served).toMatchObject({ physical, records: 0 });
  });

  it('pass after as many deletions and new records as there were live writes', async () => {
    const indexId = await builds.served(12);
    const build = await builds.startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await log.write(indexId, remove('l0'), remove('l1'), put('new', { id: 'new', title: 'Torch' }));
    await builds.applyWrites(indexId);
    await stack.physicalIndexes.refresh(physical);
    expect(await build.check('record_count')).toMatchObject({ status: 'passed', value: 11, threshold: 12 });
  });

  it('fail when records are missing that were not deleted', async () => {
    const indexId = await builds.served(12);
    const build = await builds.startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await stack.physicalIndexes.write(physical, [{ id: 'l3', version: 1_000, body: null }]);
    await stack.physicalIndexes.refresh(physical);
    expect(await build.check('record_count')).toMatchObject({ status: 'failed', value: 11, threshold: 12 });
    expect(await build.check('id_unique')).toMatchObject({ status: 'failed', value: 1 });
  });
});

describe('a switch to a new build', () => {
  it('shows and counts the live writes that were applied just before', async () => {
    const indexId = await builds.served(12);
    const build = await builds.startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await build.check('record_count');
    await log.write(indexId, put('new', { id: 'new', title: 'Torch' }), remove('l0'), remove('l1'));
    await builds.applyWrites(indexId);
    await build.publish();
    expect((await log.rowOf(indexId)).served).toMatchObject({ physical, records: 11 });
    const { hits } = await stack.physicalIndexes.search(physical, { query: { term: { id: 'new' } } });
    expect(hits.hits).toHaveLength(1);
  });

  it.each<[string, (indexId: string) => Promise<unknown>, number]>([
    ['an upload', (indexId) => log.upload(indexId, { y: { id: 'y' } }), 2],
    ['an upload that replaces everything', (indexId) => log.upload(indexId, { y: { id: 'y' } }, true), 1],
    ['a clear', (indexId) => stack.stores.clearRecords(indexId), 0],
  ])(
    'leaves staged what the next build takes: uploads that came meanwhile, the last one %s',
    async (_, then, staged) => {
      const indexId = await log.newIndex();
      await log.upload(indexId, lamps(3));
      const build = await builds.startBuild(indexId);
      await build.makeSchema();
      await log.upload(indexId, { x: { id: 'x' } });
      await build.upload();
      await then(indexId);
      await build.publish();
      expect(await log.rowOf(indexId)).toMatchObject({ staged, served: {} });
    },
  );
});

describe('records that the search engine refuses', () => {
  /** A build whose physical index lacks the column of `price`, which some of its records have. */
  async function buildWithout(priced: number) {
    const indexId = await log.newIndex();
    const records = Object.entries(lamps(200)).map(([id, record], n) => [
      id,
      n < priced ? { ...record, price: n + 1 } : record,
    ]);
    await log.upload(indexId, Object.fromEntries(records) as Record<string, object>);
    const build = await builds.startBuild(indexId);
    const row = await build.makeSchema();
    const columns = tableOf(row)!.fields.flatMap(({ path, column, type }) =>
      column === null || path[0] === 'price' ? [] : [[column, columnKind(type)!] as const],
    );
    await stack.physicalIndexes.create(row.physical, Object.fromEntries(columns));
    await build.upload();
    return build;
  }

  it('are left out, counted and named, and the others are served', async () => {
    const build = await buildWithout(2);
    // A lost attempt is made again.
    await build.upload();
    expect(await build.check('record_count')).toMatchObject({
      status: 'warned',
      value: 198,
      threshold: 198,
      message: expect.stringContaining('2 of 200') as string,
    });
    const { warnings } = await build.job();
    expect(warnings.map(({ code, message }) => [code, message.split(':')[0]])).toEqual([
      ['RECORD_NOT_SEARCHABLE', 'l0'],
      ['RECORD_NOT_SEARCHABLE', 'l1'],
    ]);
    await build.publish();
  });

  it('fail the build when they are more than one in a hundred', async () => {
    const build = await buildWithout(3);
    expect(await build.check('record_count')).toMatchObject({ status: 'failed', value: 197 });
  });
});

describe('a served build', () => {
  async function replicated(hasAllCopies: () => boolean, productSettleMsMax: number): Promise<ProductJobRow> {
    const indexId = await log.newIndex();
    await log.upload(indexId, lamps(3));
    const build = await builds.startBuild(indexId);
    const { _id: buildId } = await build.makeSchema();
    await build.upload();
    await build.stage('publish');
    const physicalIndexes = {
      ...stack.physicalIndexes,
      dataNodes: () => Promise.resolve(2),
      hasAllCopies: () => Promise.resolve(hasAllCopies()),
    };
    await build.stage('replicate', { deps: { physicalIndexes, productSettleMsMax } });
    expect((await log.rowOf(indexId)).served).toMatchObject({ buildId });
    return build.job();
  }

  const replicate = expect.objectContaining({ name: 'replicate', status: 'done' }) as object;

  it('waits for its copies on other nodes', async () => {
    const answers = [false, false, true];
    const job = await replicated(() => answers.shift()!, 60_000);
    expect(answers).toEqual([]);
    expect(job).toMatchObject({ state: 'running', warnings: [] });
    expect(job.stages).toContainEqual(replicate);
  });

  it('stays served when they take too long, with the warning SETTLE_TIMEOUT', async () => {
    const job = await replicated(() => false, 0);
    expect(job).toMatchObject({ state: 'running', warnings: [{ code: 'SETTLE_TIMEOUT' }] });
    expect(job.stages).toContainEqual(replicate);
  });

  it('has all copies exactly when the search engine has made them', async () => {
    const physical = `sheaf-test-${hex()}`;
    builds.remember(physical);
    await stack.physicalIndexes.create(physical, {});
    const { signal } = new AbortController();
    expect(await stack.physicalIndexes.hasAllCopies(physical, signal)).toBe(true);
    // The only node cannot hold a second copy.
    await stack.elasticsearch.indices.putSettings({
      index: physical,
      settings: { auto_expand_replicas: 'false', number_of_replicas: 1 },
    });
    expect(await stack.physicalIndexes.hasAllCopies(physical, signal)).toBe(false);
  });
});
