import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { servers } from '../setup/servers';

const namespace = 'default';
const pollTimeoutMs = 20_000;
const busyRuns = 40;
const quietRuns = 4;
/**
 * First come, first served would give all of these to the busy tenant. Fair turns give the quiet one its
 * share, how much exactly depends on how its runs fell on the queue's partitions.
 */
const observedTurns = 20;
const quietTurnsMin = 2;

let connection: Connection;
beforeAll(async () => {
  connection = await Connection.connect({
    address: servers().temporalAddress,
    connectTimeout: '1 minute',
  });
});
afterAll(async () => {
  await connection.close();
});

/** Waits for the next workflow task of a queue and answers whose it is. */
async function nextTenant(taskQueue: string): Promise<string> {
  for (;;) {
    const poll = { namespace, taskQueue: { name: taskQueue } };
    const task = await connection.withDeadline(Date.now() + pollTimeoutMs, () =>
      connection.workflowService.pollWorkflowTaskQueue(poll),
    );
    const [tenant] = task.workflowExecution?.workflowId?.split('/') ?? [];
    if (tenant !== undefined) return tenant;
  }
}

test('a tenant with few runs does not wait for the backlog of another one', async () => {
  const client = new Client({ connection });
  const taskQueue = `fairness-${randomUUID()}`;
  const start = async (tenant: string, count: number): Promise<void> => {
    for (let run = 0; run < count; run += 1) {
      await client.workflow.start('unknown', {
        taskQueue,
        workflowId: `${tenant}/${taskQueue}/${run}`,
        workflowTaskTimeout: '60s',
        workflowExecutionTimeout: '60s',
        priority: { fairnessKey: tenant },
      });
    }
  };
  await start('busy', busyRuns);
  await start('quiet', quietRuns);
  const turns: string[] = [];
  while (turns.length < observedTurns) turns.push(await nextTenant(taskQueue));
  expect(turns.filter((tenant) => tenant === 'quiet').length).toBeGreaterThanOrEqual(quietTurnsMin);
});
