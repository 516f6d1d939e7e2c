import { evaluationClient } from '../http/documents/evaluation-client';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { killWorker } from './killed-worker';

const cases = Array.from({ length: 150 }, (_, n) => ({
  query: `worn pump ${n}`,
  expected_files: ['pump.txt'],
}));
const configs = [
  { name: 'a', semantic_ratio: 0 },
  { name: 'b', semantic_ratio: 0, limit: 1 },
];

describe('a worker that is killed with SIGKILL in the middle of an evaluation', () => {
  let stack: OwnStack;
  let worker: ProgramProcess;

  beforeAll(async () => {
    stack = await startOwnStack();
    worker = await stack.startWorker();
    const text = { content: 'A worn pump is replaced by a new pump.', filename: 'pump.txt' };
    await stack.indexed(await stack.accepted(stack.index('text', text)));
  });
  afterAll(() => stack.close());

  it.each([1, 150])(
    'after %i questions: each is answered once, recorded once and billed once, and the scores are those of all',
    async (after) => {
      const evals = evaluationClient(stack.api, stack.key.text);
      const { body } = await evals.create(await evals.upload(cases), configs);
      const evalId = body.eval_id;
      await evals.when(evalId, ({ progress }) => progress.units_done >= after);
      await killWorker(stack.temporal, worker);
      worker = await stack.startWorker();

      const ended = await evals.when(evalId, ({ status }) => status !== 'pending' && status !== 'running');
      expect(ended).toMatchObject({
        status: 'completed',
        error_code: null,
        progress: { percent: 100, units_done: 300, units_total: 300 },
        billing: { billable_units: 300, skipped_units: 0, credits: { used: 3 } },
        scorecards: { a: { recall_at_1: 1, scored: 150 }, b: { recall_at_1: 1, scored: 150 } },
      });
      const { db } = stack.api.mongo;
      const items = await evals.items(evalId);
      const queryIds = items.flatMap(({ results }) => Object.values(results).map(({ query_id }) => query_id));
      const recorded = await db.collection('queries').find({ evalId }).toArray();
      expect(recorded.map(({ _id }) => String(_id)).sort()).toEqual(queryIds.sort());
      expect(await db.collection('eval_answers').countDocuments({ evalId })).toBe(300);
      await stack.temporal.client.workflow.getHandle(`evaluation/${evalId}`).result();
      const { credits, charged } = await stack.holds();
      expect(credits).toEqual([]);
      expect(charged[evalId]).toBe(3);
    },
    600_000,
  );
});
