import { describeTriesMax } from '../../../src/domain/documents/parse-job';
import { type Describer, ModelError } from '../../../src/models';
import { workbook } from '../../faults/workbooks';
import { type ActivityStack, attemptsOfOne, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
let book: Buffer;
beforeAll(async () => {
  [stack, book] = await Promise.all([startActivityStack(), workbook(4, 400)]);
});
afterAll(() => stack.close());

async function parsedJob(): Promise<string> {
  const jobId = await stack.processingJob(book, { includeTagsSummary: true });
  await stack.run('parseWorkbook', { jobId });
  return jobId;
}

/** Says what it saw, so that a mix-up shows. */
const echo: Describer = {
  model: null,
  describe: (chunks) =>
    Promise.resolve(chunks.map(({ text }) => ({ tags: [String(text.length)], summary: text.slice(-20) }))),
};

it('adds to every chunk what was said about it, and changes nothing else', async () => {
  const plainId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId: plainId });
  await stack.run('storeResult', { jobId: plainId });
  const jobId = await parsedJob();
  await stack.run('describeChunks', { jobId }, { deps: { describer: echo } });
  await stack.run('storeResult', { jobId });
  const plain = JSON.stringify(await stack.result(plainId)).replaceAll(plainId, jobId);
  const expected = JSON.parse(plain) as Awaited<ReturnType<ActivityStack['result']>>;
  for (const chunk of expected.chunks) {
    Object.assign(chunk, { tags: [String(chunk.text.length)], summary: chunk.text.slice(-20) });
  }
  expect(await stack.result(jobId)).toEqual(expected);
});

it('does not pay for the same chunk twice after a crash', async () => {
  const jobId = await parsedJob();
  const seen: string[] = [];
  let calls = 0;
  const dying: Describer = {
    model: null,
    async describe(chunks, signal) {
      if (calls++ === 3) throw new Error('crash');
      seen.push(...chunks.map(({ text }) => text));
      return echo.describe(chunks, signal);
    },
  };
  // Every call of the describer is stored at once, so that the crash costs the call that died.
  const clock = jest.spyOn(Date, 'now');
  const start = Date.now();
  let ticks = 0;
  clock.mockImplementation(() => start + ticks++ * 20_000);
  await expect(stack.run('describeChunks', { jobId }, { deps: { describer: dying } })).rejects.toMatchObject({
    type: 'internal_error',
    nonRetryable: false,
  });
  clock.mockRestore();
  calls = 100;
  await stack.run('describeChunks', { jobId }, { deps: { describer: dying }, attempt: 2 });
  await stack.run('storeResult', { jobId });
  const { chunks } = await stack.result(jobId);
  expect(seen).toEqual(chunks.map(({ text }) => text));
  expect(chunks.every(({ summary }) => summary !== null)).toBe(true);
});

it.each([true, false])('a model that fails ends the attempt; retryable is %s', async (retryable) => {
  const jobId = await parsedJob();
  const describer: Describer = {
    model: null,
    describe: () => Promise.reject(new ModelError('busy', retryable)),
  };
  await expect(stack.run('describeChunks', { jobId }, { deps: { describer } })).rejects.toMatchObject({
    type: 'internal_error',
    nonRetryable: !retryable,
  });
});

it('a model that fails in every try ends the job; attempts that only waited do not count', async () => {
  const jobId = await parsedJob();
  const describer: Describer = {
    model: null,
    describe: () => Promise.reject(new ModelError('busy', true)),
  };
  const next = attemptsOfOne();
  const failure = () =>
    stack
      .run('describeChunks', { jobId }, { deps: { describer }, env: next() })
      .catch((error: unknown) => error);
  for (let tries = 1; tries < describeTriesMax; tries++)
    expect(await failure()).toMatchObject({ type: 'internal_error', nonRetryable: false });
  expect(await failure()).toMatchObject({ type: 'internal_error', nonRetryable: true });
});
