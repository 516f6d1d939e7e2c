import { receiveEvents } from '../../setup/event-receiver';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
};

test('receivers hear of the jobs of the syncs that their filters name', async () => {
  const container = await stack.container();
  await container.put({ 'a.txt': 'alpha' });
  const sync = await stack.sync(container);
  const other = await stack.sync(await stack.container());
  const ofSync = await receiveEvents(stack, '/of-sync', { sync_ids: [sync.sync_id], sources: ['sync'] });
  const ofEither = await receiveEvents(stack, '/of-either', { sync_ids: [sync.sync_id, other.sync_id] });
  const asked = await receiveEvents(stack, '/asked', { sources: ['api'] });
  const all = await receiveEvents(stack, '/all', { sources: [] });
  const backfill = await stack.indexed(sync.last_backfill_job_id!);
  await stack.indexed(other.last_backfill_job_id!);
  await stack.rested(sync.sync_id);
  await container.put({ 'a.txt': 'changed' });
  const { job } = await stack.reconciled(sync.sync_id);
  const byHand = await stack.accepted(stack.index('text', { content: 'by hand' }));
  await stack.indexed(byHand);

  await until(() => all.length >= 4 && ofSync.length >= 2 && ofEither.length >= 3 && asked.length >= 1);
  const told = (job_id: string, job_type: string) =>
    expect.objectContaining({
      job_id,
      job_type,
      status: 'completed',
      source: 'sync',
      sync_id: sync.sync_id,
    }) as unknown;
  expect(ofSync).toHaveLength(2);
  expect(ofSync).toEqual(
    expect.arrayContaining([told(backfill.job_id, 'sync_backfill'), told(job.job_id, 'sync_reconcile')]),
  );
  expect(ofEither.map(({ sync_id }) => sync_id).sort()).toEqual(
    [sync.sync_id, sync.sync_id, other.sync_id].sort(),
  );
  expect(asked).toEqual([expect.objectContaining({ job_id: byHand, source: 'api', sync_id: null })]);
});
