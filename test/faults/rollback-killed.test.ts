import { randomUUID } from 'node:crypto';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { collect } from './both-stores';
import { killWorker } from './killed-worker';

const files = 40;

describe('a worker that is killed with SIGKILL in the middle of a rollback', () => {
  let stack: OwnStack;
  let worker: ProgramProcess;

  beforeAll(async () => {
    stack = await startOwnStack();
    worker = await stack.startWorker();
  });
  afterAll(() => stack.close());

  async function write(text: string, options: object = {}): Promise<string> {
    const uploads = await Promise.all(
      Array.from({ length: files }, (_, n) =>
        stack.upload(Buffer.from(`${text} ${n}`), { filename: `file-${n}.txt` }),
      ),
    );
    const jobId = await stack.accepted(stack.index('uploads', { uploads, ...options }));
    expect(await stack.indexed(jobId)).toMatchObject({
      status: 'completed',
      result: { files_indexed: files },
    });
    return jobId;
  }

  it('costs nothing: each document has its former text once, and the job its whole outcome', async () => {
    await write('former');
    const before = await stack.documents();
    const jobId = await write('later', { skip_existing: false, overwrite_existing: true });

    const path = `/v2/jobs/${jobId}/rollback`;
    const asked = stack.api.request(path, { method: 'PATCH', key: stack.key.text });
    const halfway = await stack.indexJobWhen(jobId, ({ rollback }) => (rollback?.files_done ?? 0) > 0);
    await killWorker(stack.temporal, worker);
    expect(halfway.rollback!.status).toBe('rolling_back');
    worker = await stack.startWorker();

    const { body } = await stack.rollBack(jobId);
    expect([200, 202]).toContain((await asked).status);
    const ids = before.map(({ document_id }) => document_id).sort();
    expect(body.files_restored.toSorted()).toEqual(ids);
    expect(body.files_removed).toEqual([]);
    const after = await stack.documents();
    expect(after.map(({ document_id }) => document_id).sort()).toEqual(ids);
    // Clones that the dead worker had begun go like everything that was never published.
    await collect(stack.api, 2);
    const { db } = stack.api.mongo;
    expect(await db.collection('documents').countDocuments({ added: null })).toBe(0);
  }, 600_000);

  it('nor does a request whose run never started: the sweep starts it', async () => {
    const jobId = await write('swept', { skip_existing: false, overwrite_existing: true });
    await stack.api.stores.indexJobs.requestRollback(jobId, new Date(0));
    await stack.temporal.client.workflow.execute('documentSweep', {
      taskQueue: 'sheaf',
      workflowId: randomUUID(),
    });
    const { rollback } = await stack.indexJobWhen(jobId, ({ rolled_back_at }) => rolled_back_at !== null);
    expect(rollback).toEqual({ status: 'rolled_back', files_done: files, files_total: files });
  });
});
