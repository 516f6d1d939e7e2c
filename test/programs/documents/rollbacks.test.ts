import { rolledBackJob, rollbackUnderWay } from '../../../api/documents/index-jobs/schema';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type ProgramProcess } from '../../setup/program-process';

let stack: OwnStack;
let worker: ProgramProcess;
beforeAll(async () => {
  stack = await startOwnStack();
  worker = await stack.startWorker();
});
afterAll(() => stack.close());

const overwriting = { skip_existing: false, overwrite_existing: true };
const write = async (content: string, options: object = {}) => {
  const jobId = await stack.accepted(stack.index('text', { filename: 'a.txt', content, ...options }));
  await stack.indexed(jobId);
  return jobId;
};
const request = (jobId: string) =>
  stack.api.request(`/v2/jobs/${jobId}/rollback`, { method: 'PATCH', key: stack.key.text });

test('a rollback that no worker has time for is answered with its state, as often as it is asked for, and comes to its end', async () => {
  const first = await write('first');
  const second = await write('second', overwriting);
  const [document] = await stack.documents();
  expect((await stack.indexJob(second)).body.rollback).toBeNull();
  await worker.sigterm();

  for (let time = 0; time < 2; time++) {
    const answer = await request(second);
    expect(answer.status).toBe(202);
    expect(rollbackUnderWay.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({ status: 'rolling_back', files_done: 0, files_total: 1 });
  }
  expect((await stack.indexJob(second)).body).toMatchObject({
    status: 'completed',
    progress_message: 'Rolling back: 0 of 1 files done',
    rollback: { status: 'rolling_back', files_done: 0, files_total: 1 },
    rolled_back_at: null,
  });

  worker = await stack.startWorker();
  const done = await stack.rollBack(second);
  expect(rolledBackJob.parse(done.body)).toEqual(done.body);
  expect(done.body).toMatchObject({ files_restored: [document!.document_id], files_removed: [] });
  expect(await stack.rollBack(second)).toMatchObject({ status: 200, body: done.body });
  expect((await stack.indexJob(second)).body).toMatchObject({
    rollback: { status: 'rolled_back', files_done: 1, files_total: 1 },
    rolled_back_at: done.body.rolled_back_at,
  });
  expect((await stack.rollBack(first)).body).toMatchObject({ files_removed: [document!.document_id] });
  expect(await stack.documents()).toEqual([]);
});

test('many requests at once are one rollback, and all have its outcome', async () => {
  const jobId = await write('once');
  const answers = await Promise.all(Array.from({ length: 8 }, () => stack.rollBack(jobId)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
  expect(answers[0]!.body.files_removed).toHaveLength(1);
});
