import { createPhysicalIndexes } from '../../../src/stores/products/physical-index';
import { put } from '../../stores/products/record-log';
import { lamps, startStepwiseBuilds, type StepwiseBuilds } from './stepwise-builds';

let builds: StepwiseBuilds;
let stack: StepwiseBuilds['stack'];
let log: StepwiseBuilds['log'];
beforeAll(async () => {
  builds = await startStepwiseBuilds();
  ({ stack, log } = builds);
});
afterAll(() => builds.close());

describe('a search engine whose nodes take no further shard', () => {
  /** The real one, which says that its bound is what it holds, and `free` more. */
  function boundAt(free: number) {
    const { cluster } = stack.elasticsearch;
    const settings = async () => {
      const { active_shards: held, unassigned_shards: waiting } = await cluster.health();
      return { transient: {}, persistent: { 'cluster.max_shards_per_node': String(held + waiting + free) } };
    };
    const bound = Object.create(stack.elasticsearch, {
      cluster: { value: { health: () => cluster.health(), getSettings: settings } },
    }) as typeof stack.elasticsearch;
    return { ...stack.physicalIndexes, requireRoom: createPhysicalIndexes(bound).requireRoom };
  }

  it('fails a build before it has read a record', async () => {
    const indexId = await log.newIndex();
    await log.upload(indexId, lamps(3));
    let read = false;
    const recordPages = {
      ...stack.stores.recordPages,
      rangeEnds: () => {
        read = true;
        return Promise.resolve([]);
      },
    };
    // Other suites make and remove indexes meanwhile, so that the bound lies below what there is.
    const full = { recordPages, physicalIndexes: boundAt(-500) };
    await expect(builds.startBuild(indexId, { deps: full })).rejects.toMatchObject({
      type: 'ENGINE_ERROR',
      nonRetryable: true,
      message: expect.stringContaining('cluster.max_shards_per_node') as string,
    });
    expect(read).toBe(false);
  });

  it('lets a build begin where there is room', async () => {
    const indexId = await log.newIndex();
    await log.upload(indexId, lamps(3));
    await builds.startBuild(indexId, { deps: { physicalIndexes: boundAt(500) } });
  });
});

describe('a request that the search engine refuses as wrong', () => {
  /** A request that no search engine takes. */
  const refused = (physical: string) =>
    stack.elasticsearch.search({ index: physical, query: { nonsense: {} } as never });

  it('fails the step of a build for good, in the words of the search engine', async () => {
    const indexId = await log.newIndex();
    await log.upload(indexId, lamps(3));
    const build = await builds.startBuild(indexId);
    await build.makeSchema();
    const physicalIndexes = {
      ...stack.physicalIndexes,
      // More numbers than a vector may have.
      create: (physical: string) => stack.physicalIndexes.create(physical, {}, 5_000),
    };
    await expect(build.open({ deps: { physicalIndexes } })).rejects.toMatchObject({
      type: 'ENGINE_ERROR',
      nonRetryable: true,
      message: expect.stringContaining('dimensions') as string,
    });
  });

  it('ends a burst of live writes as failed, and those that follow are applied', async () => {
    const indexId = await builds.served(3);
    await log.write(indexId, put('l0', { id: 'l0', title: 'Torch' }));
    const { burst } = await log.rowOf(indexId);
    const physicalIndexes = {
      ...stack.physicalIndexes,
      async refresh(physical: string) {
        await refused(physical);
      },
    };
    await stack.run('applyWrites', { indexId }, { deps: { physicalIndexes } });
    expect(await stack.stores.productJobs.get(burst!.jobId)).toMatchObject({
      state: 'failed',
      errorCode: 'ENGINE_ERROR',
      error: expect.stringContaining('nonsense') as string,
      stages: expect.arrayContaining([
        expect.objectContaining({ name: 'upsert', status: 'failed' }),
      ]) as object,
    });
    await log.write(indexId, put('l1', { id: 'l1', title: 'Lantern' }));
    const later = (await log.rowOf(indexId)).burst!;
    await builds.applyWrites(indexId);
    expect(await stack.stores.productJobs.get(later.jobId)).toMatchObject({ state: 'succeeded' });
    expect(await log.rowOf(indexId)).toMatchObject({ applying: null, appliedThrough: later.seqTo });
  });

  it('leaves live writes waiting while an operator has closed the index', async () => {
    const indexId = await builds.served(3);
    const { physical } = (await log.rowOf(indexId)).served!;
    await stack.elasticsearch.indices.close({ index: physical });
    await log.write(indexId, put('new', { id: 'new', title: 'Torch' }));
    await expect(builds.applyWrites(indexId)).rejects.toMatchObject({ nonRetryable: false });
    await stack.elasticsearch.indices.open({ index: physical, wait_for_active_shards: 'all' });
    await builds.applyWrites(indexId);
    expect((await log.rowOf(indexId)).served).toMatchObject({ records: 4 });
  });
});
