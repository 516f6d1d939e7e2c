import { deliveryWeight } from '../../src/domain/platform/webhook-weight';
import { newId } from '../../src/stores/mongo/new-id';
import { createNamespace, type TestNamespace } from '../setup/temporal';

const pollTimeoutMs = 20_000;
const crowdedRuns = 80;
/** Of those, so many had their turn before there were others. */
const turnsBefore = 30;
const quietRuns = 15;
/** With equal weights each run to the quiet endpoint follows one to the crowded one: 30 turns. */
const turnsMax = 24;

let temporal: TestNamespace;
beforeEach(async () => {
  temporal = await createNamespace();
});
afterEach(() => temporal.close());

/**
 * Starts runs to an endpoint, each of which finds those before it open.
 *
 * @param busyEndpoints of its organization
 */
async function line(endpointId: string, count: number, busyEndpoints = 1): Promise<void> {
  const tenant = { organizationId: newId('org_'), environment: 'production' } as const;
  for (let open = 1; open <= count; open++)
    await temporal.jobs.deliveries.start({
      messageId: newId('msg_'),
      endpointId,
      eventId: `evt_${newId('job_')}`,
      eventType: 'job.completed',
      slow: false,
      weight: deliveryWeight(open, busyEndpoints),
      ...tenant,
    });
}

/** Waits for the next run whose turn it is and answers its endpoint. */
async function nextEndpoint(): Promise<string> {
  const { connection } = temporal.client;
  for (;;) {
    const poll = { namespace: temporal.namespace, taskQueue: { name: 'sheaf' } };
    const task = await connection.withDeadline(Date.now() + pollTimeoutMs, () =>
      temporal.client.workflowService.pollWorkflowTaskQueue(poll),
    );
    const [, endpointId] = task.workflowExecution?.workflowId?.split('/') ?? [];
    if (endpointId !== undefined) return endpointId;
  }
}

it('runs to an endpoint with a short line do not take turns one by one with those to an endpoint with a long one', async () => {
  const [crowded, quiet] = [newId('whe_'), newId('whe_')];
  await line(crowded, crowdedRuns);
  for (let turn = 0; turn < turnsBefore; turn++) expect(await nextEndpoint()).toBe(crowded);
  await line(quiet, quietRuns);
  let turns = 0;
  for (let left = quietRuns; left > 0; turns++) if ((await nextEndpoint()) === quiet) left--;
  expect(turns).toBeLessThanOrEqual(turnsMax);
});

it('many endpoints of one organization have no more turns than the one of another', async () => {
  const many = Array.from({ length: 8 }, () => newId('whe_'));
  const one = newId('whe_');
  for (const endpointId of many) await line(endpointId, 10, many.length);
  for (let turn = 0; turn < 16; turn++) expect(many).toContain(await nextEndpoint());
  await line(one, 10);
  let turns = 0;
  for (let left = 10; left > 0; turns++) if ((await nextEndpoint()) === one) left--;
  // By turns of endpoints it would be nine to each of its runs.
  expect(turns).toBeLessThanOrEqual(30);
});
