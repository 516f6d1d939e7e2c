import { type ParseJobResource } from '../../api/documents/parse-jobs/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { killWorker } from './killed-worker';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';
import { workbook } from './workbooks';

const seed = suiteSeed(11);
const sheets = 6;
const rowsPerSheet = 2_500;

describe('a worker that is killed with SIGKILL', () => {
  let stack: OwnStack;
  let worker: ProgramProcess;
  let book: Buffer;
  let referenceId: string;
  let reference: string;

  beforeAll(async () => {
    stack = await startOwnStack();
    worker = await stack.startWorker();
    book = await workbook(sheets, rowsPerSheet);
    referenceId = await stack.submit(book, { include_verified_facts: true });
    reference = await contentOf(referenceId);
  });
  afterAll(() => stack.close());

  /** The chunks of a job once it has completed, without what names the job. */
  async function contentOf(jobId: string): Promise<string> {
    const job = await stack.ended(jobId);
    expect(job).toMatchObject({ status: 'completed', error: null });
    return JSON.stringify(await stack.chunks(jobId)).replaceAll(jobId, '<job>');
  }

  async function expectAsIfNothingHappened(jobIds: readonly string[]): Promise<void> {
    for (const jobId of jobIds) {
      expect((await contentOf(jobId)) === reference).toBe(true);
      await stack.temporal.client.workflow.getHandle(`parse-job/${jobId}`).result();
    }
    const { credits, places, charged } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
    for (const jobId of jobIds) expect(charged[jobId]).toBe(charged[referenceId]);
  }

  async function killAndReplace(): Promise<void> {
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
  }

  const moments: [string, (job: ParseJobResource) => boolean][] = [
    ['as soon as it is accepted', () => true],
    ['while it copies the file', ({ progress }) => progress.stage !== 'queued'],
    ['while it reads the first sheet', ({ progress }) => progress.rows_done > 0],
    ['after some sheets', ({ progress }) => progress.sheets_done >= 3],
    ['while it joins the parts', ({ progress }) => ['storing', 'settling', 'done'].includes(progress.stage)],
  ];

  it.each(moments)('%s: the job completes once, with the same chunks, charged once', async (_, moment) => {
    const jobId = await stack.submit(book, { include_verified_facts: true });
    await stack.jobWhen(jobId, moment);
    await killAndReplace();
    await expectAsIfNothingHappened([jobId]);
  });

  it.each([seed, seed + 1])(
    'again and again at random moments with six jobs at work (seed %i): all complete as if nothing had happened',
    async (seed) => {
      const random = randomNumbers(seed);
      const jobIds = await Promise.all(
        Array.from({ length: 6 }, () => stack.submit(book, { include_verified_facts: true })),
      );
      for (let kills = 0; kills < 2; kills++) {
        const rows = Math.floor(random() * sheets * rowsPerSheet);
        const watched = jobIds[Math.floor(random() * jobIds.length)]!;
        await stack.jobWhen(
          watched,
          ({ status, progress }) => status === 'completed' || progress.rows_done >= rows,
        );
        await killAndReplace();
      }
      await expectAsIfNothingHappened(jobIds);
    },
  );
});
