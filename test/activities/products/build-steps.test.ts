import { type SingleStage } from '../../../src/domain/products/activities';
import { columnKind } from '../../../src/domain/products/field-table';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type BuildCheck, JOB_STAGES } from '../../../src/domain/products/product-job';
import { newId } from '../../../src/stores/mongo/new-id';
import { tableOf } from '../../../src/stores/products/product-builds';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { endedBuild, hex, put, recordLog, remove } from '../../stores/products/record-log';
import { type ActivityStack, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
let log: ReturnType<typeof recordLog>;
const made: string[] = [];
beforeAll(async () => {
  stack = await startActivityStack();
  log = recordLog(stack);
});
afterAll(async () => {
  for (const physical of made) await stack.physicalIndexes.drop(physical);
  await stack.close();
});

const lamps = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, { id: `l${n}`, title: `Lamp ${n}` }]));

/** A build of an index, step by step, as its run takes them. */
async function startBuild(indexId: string) {
  const { name, organizationId, environment } = await log.rowOf(indexId);
  const jobId = newId(ID_PREFIX.productJob);
  const buildId = newId(ID_PREFIX.productBuild);
  await stack.stores.acceptProductJob({
    _id: jobId,
    type: 'index.build',
    indexId,
    indexName: name,
    organizationId,
    environment,
    stages: JOB_STAGES['index.build'],
    buildId,
  });
  await stack.run('claimBuild', { jobId });
  await stack.run('planBuild', { jobId });
  const job = async (): Promise<ProductJobRow> => (await stack.stores.productJobs.get(jobId))!;
  const build = async () => (await stack.stores.productBuilds.get(buildId))!;
  const stage = (wanted: SingleStage, deps: Parameters<ActivityStack['run']>[2] = {}) =>
    stack.run('runBuildStage', { jobId, stage: wanted }, deps);
  return {
    job,
    stage,
    async makeSchema() {
      await stack.run('summarizeRange', { jobId, range: 0 });
      await stack.run('inferSchema', { jobId });
      made.push((await build()).physical);
      return build();
    },
    async upload() {
      await stack.run('openBuild', { jobId });
      await stack.run('uploadRange', { jobId, range: 0 });
      await stage('refresh');
    },
    /** The result of a check; a failed one ends the build. */
    async check(name: BuildCheck['name']) {
      const failure = await stage('verify').then(
        () => null,
        (error: unknown) => error as { type: string; message: string },
      );
      const checks = (await job()).result!.checks!;
      expect(failure?.type ?? null).toBe(
        checks.some(({ status }) => status === 'failed') ? 'BUILD_QUALITY' : null,
      );
      return checks.find((check) => check.name === name)!;
    },
    /** Makes the build the served one, as its run ends. */
    async publish() {
      await stage('publish');
      await stack.stores.productJobs.succeed(jobId, {});
      await stack.stores.productIndexes.releaseBuilt(endedBuild(indexId, jobId));
    },
  };
}

async function served(count: number): Promise<string> {
  const indexId = await log.newIndex();
  await log.upload(indexId, lamps(count));
  const build = await startBuild(indexId);
  await build.makeSchema();
  await build.upload();
  expect(await build.check('record_count')).toMatchObject({ status: 'passed', value: count });
  await build.publish();
  return indexId;
}

const applyWrites = (indexId: string) => stack.run('applyWrites', { indexId });

describe('checks of a build beside which live writes go on', () => {
  it('pass after a clear that has reached the new build and not yet the served one', async () => {
    const indexId = await served(12);
    await log.upload(indexId, lamps(12));
    const build = await startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await stack.stores.clearRecords(indexId);
    const former = (await log.rowOf(indexId)).served!;
    await applyWrites(indexId);
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
    const indexId = await served(12);
    const build = await startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await log.write(indexId, remove('l0'), remove('l1'), put('new', { id: 'new', title: 'Torch' }));
    await applyWrites(indexId);
    await stack.physicalIndexes.refresh(physical);
    expect(await build.check('record_count')).toMatchObject({ status: 'passed', value: 11, threshold: 12 });
  });

  it('fail when records are missing that nobody has deleted', async () => {
    const indexId = await served(12);
    const build = await startBuild(indexId);
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
    const indexId = await served(12);
    const build = await startBuild(indexId);
    const { physical } = await build.makeSchema();
    await build.upload();
    await build.check('record_count');
    await log.write(indexId, put('new', { id: 'new', title: 'Torch' }), remove('l0'), remove('l1'));
    await applyWrites(indexId);
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
      const build = await startBuild(indexId);
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
    const build = await startBuild(indexId);
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
    const build = await startBuild(indexId);
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
    made.push(physical);
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
