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
