import { type JobResource } from '../../api/products/jobs/schema';
import { algoliaListener, createAlgoliaApp } from '../setup/algolia-server';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { anyPath } from '../setup/stack-parts';
import { type ProgramProcess } from '../setup/program-process';
import { killWorker } from './killed-worker';

/** Several pages of the provider, and several steps of staging. */
const records = 4_200;
const perPage = 500;

describe('a worker that is killed with SIGKILL during an import', () => {
  const app = createAlgoliaApp();
  let stack: OwnStack;
  let worker: ProgramProcess;

  beforeAll(async () => {
    stack = await startOwnStack();
    stack.links.files.set(anyPath, algoliaListener(app));
    const all = Array.from({ length: records }, (_, n) => ({ objectID: `r${n}`, title: `item${n}` }));
    app.indexes.set('prod', { records: all, settings: { searchableAttributes: ['title'] } });
    worker = await stack.startWorker();
  });
  afterAll(() => stack.close());

  async function start(target: string): Promise<string> {
    const json = { provider: 'algolia', app_id: app.appId, api_key: app.apiKey, index: 'prod', target };
    return (await stack.v1<{ job: JobResource }>('/imports', { json })).body.job.id;
  }

  async function expectWhole(target: string, jobId: string): Promise<void> {
    const ended = await stack.endedJob(jobId);
    expect(ended).toMatchObject({ status: 'succeeded', result: { records } });
    await expect(stack.endedJob(ended.result!.build_job!)).resolves.toMatchObject({
      status: 'succeeded',
      result: { records },
    });
    expect((await stack.search(target, '', 1)).total).toBe(records);
    await expect(stack.getIndex(target)).resolves.toMatchObject({ status: 'ready', running_job: null });
    const uploads = stack.api.mongo.db.collection('product_uploads');
    const { _id: indexId } = await stack.indexRow(target);
    expect(await uploads.countDocuments({ indexId })).toBe(1);
  }

  it('while it brings pages: the next one continues behind the last whole page', async () => {
    let browses = 0;
    let held = (): void => undefined;
    const third = new Promise<void>((resolve) => {
      held = resolve;
    });
    app.intercept = (request) => {
      if (!request.url!.endsWith('/browse') || ++browses !== 4) return false;
      held();
      return true;
    };
    const jobId = await start('pulled');
    await third;
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
    await expectWhole('pulled', jobId);
    // The page that was under way is asked for once more, and no other one.
    expect(browses).toBe(Math.ceil(records / perPage) + 1);
  });

  it.each([
    ['reads', 'read'],
    ['adds', 'add'],
  ])('while it %s: every record is there once', async (_, stage) => {
    app.intercept = () => false;
    const jobId = await start(`killed-${stage}`);
    for (;;) {
      const { body } = await stack.v1<JobResource>(`/jobs/${jobId}`);
      if (body.stages.some(({ name, started_at: startedAt }) => name === stage && startedAt !== null)) break;
    }
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
    await expectWhole(`killed-${stage}`, jobId);
  });
});
