import { type JobResource } from '../../../api/products/jobs/schema';
import { type BuildStageName } from '../../../src/domain/products/product-job';
import { type IdleStack, startIdleStack } from '../../setup/idle-stack';

describe('progress of a build', () => {
  let stack: IdleStack;
  let jobId: string;

  /** No worker: the test makes the notes of the stages. */
  beforeAll(async () => {
    stack = await startIdleStack();
    await stack.createIndex('slow');
    await stack.stage('slow', [{ id: 'a', title: 'Keyboard' }]);
    jobId = (await stack.build('slow')).id;
    await stack.api.deps.stores.productJobs.claim(jobId);
  });
  afterAll(() => stack.close());

  async function expectProgress(progress: Partial<JobResource['progress']>): Promise<void> {
    const { body } = await stack.v1<JobResource>(`/jobs/${jobId}`);
    expect(body.progress).toMatchObject(progress!);
    const { body: list } = await stack.v1<{ jobs: JobResource[] }>('/jobs?index=slow');
    expect(list.jobs[0]!.progress).toEqual(body.progress);
  }

  async function begin(stage: BuildStageName, of: number | null): Promise<void> {
    const { productJobs } = stack.api.deps.stores;
    await productJobs.setStage(jobId, stage, { status: 'running', startedAt: Date.now(), of });
  }

  test('counts the records of each range of a stage, before their number is known as well', async () => {
    const { productBuildParts, productJobs } = stack.api.deps.stores;
    await begin('schema', null);
    await expectProgress({ step: 'schema', step_number: 1, records_done: 0, records_total: null });
    await productBuildParts.saveProgress({ jobId, stage: 'schema', range: 0 }, { count: 700 }, false);
    await productBuildParts.saveProgress({ jobId, stage: 'schema', range: 1 }, { count: 500 }, true);
    await expectProgress({ step: 'schema', records_done: 1_200, records_total: null });
    await productJobs.setStage(jobId, 'schema', {
      status: 'done',
      finishedAt: Date.now(),
      count: 1_500,
      of: 1_500,
    });
    for (const [place, stage] of (['dense', 'tables', 'upload'] as const).entries()) {
      await begin(stage, 1_500);
      await productBuildParts.saveProgress({ jobId, stage, range: 0 }, { count: 100 + place }, false);
      await expectProgress({ step: stage, records_done: 100 + place, records_total: 1_500 });
      await productJobs.setStage(jobId, stage, { status: 'done', finishedAt: Date.now(), count: 1_500 });
    }
  });

  test('has every record done in a stage that counts none', async () => {
    await begin('verify', null);
    await expectProgress({ step: 'verify', step_number: 8, records_done: 1_500, records_total: 1_500 });
  });
});
