import { ApplicationFailure, CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import { type Activities } from '../../src/domain/activities';
import { type ParseJobState } from '../../src/domain/parse-job';
import { type parseJob } from '../../workflows';
import { startTimeSkipping, type TimeSkipping } from './time-skipping';

const jobId = 'prs_01JD3V00000000000000000000';
const totals = { sheets: 1, chunks: 2, figures: 0, characters: 5 };

describe('parseJob', () => {
  let skipping: TimeSkipping;
  let runs = 0;

  beforeAll(async () => {
    skipping = await startTimeSkipping();
  }, 60_000);
  afterAll(() => skipping.close());

  /** Activities that all succeed and write down the order in which they were called. */
  function recorded(overrides: Partial<Activities> = {}) {
    const calls: string[] = [];
    const all: Partial<Activities> = {
      claimParseJob: async () => ({ state: 'processing', describe: false }),
      fetchInput: async () => undefined,
      parseWorkbook: async () => ({ sheets: 1, chunks: 2 }),
      describeChunks: async () => undefined,
      storeResult: async () => totals,
      completeParseJob: async () => undefined,
      failParseJob: async () => 'failed',
      cancelParseJob: async () => 'cancelled',
      ...overrides,
    };
    const activities = Object.fromEntries(
      Object.entries(all).map(([name, run]) => [
        name,
        (input: never) => {
          calls.push(name);
          return (run as (input: never) => Promise<unknown>)(input);
        },
      ]),
    ) as Partial<Activities>;
    return { calls, activities };
  }

  function execute(activities: Partial<Activities>): Promise<ParseJobState | null> {
    return skipping.withActivities(activities, () =>
      skipping.env.client.workflow.execute<typeof parseJob>('parseJob', {
        taskQueue: 'sheaf',
        workflowId: `parse-job/${jobId}/${++runs}`,
        args: [{ jobId }],
      }),
    );
  }

  it('goes through its steps in order and ends completed', async () => {
    const { calls, activities } = recorded();
    await expect(execute(activities)).resolves.toBe('completed');
    expect(calls).toEqual([
      'claimParseJob',
      'fetchInput',
      'parseWorkbook',
      'storeResult',
      'completeParseJob',
    ]);
  });
});
void ApplicationFailure;
void CancelledFailure;
void WorkflowFailedError;
