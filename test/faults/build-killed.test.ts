import { type JobResource } from '../../api/products/jobs/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { killWorker } from './killed-worker';

/** More than one range. */
const records = 21_000;
const index = 'products';

describe('a worker that is killed with SIGKILL during a build', () => {
  let stack: OwnStack;
  let worker: ProgramProcess;
  let round = 0;

  beforeAll(async () => {
    stack = await startOwnStack();
    worker = await stack.startWorker();
    await stack.createIndex(index);
  });
  afterAll(() => stack.close());

  async function stageRound(): Promise<void> {
    round++;
    const all = Array.from({ length: records }, (_, n) => ({ id: `r${n}`, title: `round${round} item${n}` }));
    await stack.stage(index, all, { replacesAll: true });
  }

  async function jobWhen(jobId: string, holds: (job: JobResource) => boolean): Promise<void> {
    for (;;) {
      const { body, status } = await stack.v1<JobResource>(`/jobs/${jobId}`);
      if (status === 200 && holds(body)) return;
    }
  }

  const began = (stage: string) => (job: JobResource) =>
    job.stages.some(({ name, started_at: startedAt }) => name === stage && startedAt !== null);

  it.each([
    ['as soon as it is accepted', () => true],
    ['while it makes the schema', began('schema')],
    ['while it writes documents', began('upload')],
    ['while it checks the new build', began('verify')],
  ])('%s: the build ends once, and serves every record once', async (_, moment) => {
    await stageRound();
    const { id } = await stack.build(index);
    await jobWhen(id, moment);
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
    await expect(stack.endedJob(id)).resolves.toMatchObject({
      status: 'succeeded',
      result: { records, checks: expect.any(Array) as unknown[] },
    });
    const found = await stack.search(index, `round${round}`, 1);
    expect(found.total).toBe(records);
    await expect(stack.getIndex(index)).resolves.toMatchObject({
      status: 'ready',
      running_job: null,
      records: { served: records, staged: 0 },
    });
    const former = await stack.api.deps.stores.productBuilds.listOf((await stack.indexRow(index))._id);
    expect(former.length).toBeLessThanOrEqual(2);
  });
});
