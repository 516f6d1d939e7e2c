import { type SingleStage } from '../../../src/domain/products/activities';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type BuildCheck, JOB_STAGES } from '../../../src/domain/products/product-job';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { endedBuild, recordLog } from '../../stores/products/record-log';
import { type ActivityStack, startActivityStack } from '../activity-stack';

/** So many records, `l0` and on. */
export const lamps = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, { id: `l${n}`, title: `Lamp ${n}` }]));

/** Activities over real servers, and builds that are made by calling their activities one after the other. */
export async function startStepwiseBuilds() {
  const stack = await startActivityStack();
  const log = recordLog(stack);
  const made: string[] = [];

  /** A build of an index, step by step, as its run takes them. */
  async function startBuild(indexId: string, options: Parameters<ActivityStack['run']>[2] = {}) {
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
    await stack.run('planBuild', { jobId }, options);
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
      open: (options: Parameters<ActivityStack['run']>[2]) => stack.run('openBuild', { jobId }, options),
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

  /** An index that serves a build of so many records. */
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

  return {
    stack,
    log,
    startBuild,
    served,
    applyWrites: (indexId: string) => stack.run('applyWrites', { indexId }),
    /** Notes a physical index that is removed at the end. */
    remember: (physical: string) => made.push(physical),
    async close() {
      for (const physical of made) await stack.physicalIndexes.drop(physical);
      await stack.close();
    },
  };
}

export type StepwiseBuilds = Awaited<ReturnType<typeof startStepwiseBuilds>>;
