import { type EndpointResource } from '../../api/platform/webhooks/schema';
import { deliveryScheduleMs } from '../../src/domain/platform/webhook-retries';
import { newId } from '../../src/stores/mongo/new-id';
import { type WebhookDeliveryRow } from '../../src/stores/platform/webhooks/webhook-delivery-row';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { servers } from '../setup/servers';
import { newDelivery } from '../webhooks/new-delivery';
import { findChromium, openBrowser } from './chromium';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser(`deliveries in the Temporal UI${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let endpointId: string;
  let status = 503;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
    stack.links.files.set('/hooks', (_, response) => {
      response.writeHead(status).end();
    });
    const { body } = await stack.api.request<EndpointResource>('/v2/webhooks/endpoints', {
      key: stack.key.text,
      json: { url: `${stack.links.origin}/hooks` },
    });
    endpointId = body.endpoint_id;
  });

  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const ui = (path: string) =>
    `${servers().temporalUiUrl}/namespaces/${stack.temporal.namespace}/workflows${path}`;
  const rows = () => stack.api.mongo.db.collection<WebhookDeliveryRow>('webhook_messages');

  /**
   * Starts the delivery of a new event that has used up so many attempts; answers its workflow id and its
   * own.
   */
  async function deliver(step: number): Promise<{ workflowId: string; messageId: string }> {
    const start = await newDelivery(stack.api.stores, endpointId, stack.key.organizationId);
    const { messageId, eventId } = start;
    await rows().updateOne({ _id: messageId }, { $set: { step } });
    await stack.temporal.jobs.deliveries.start(start);
    return { workflowId: `webhook-delivery/${endpointId}/${eventId}`, messageId };
  }

  test('an operator finds a failing delivery by what it failed with, and reads its attempts', async () => {
    const { workflowId } = await deliver(0);
    const query = `WebhookEndpointId="${endpointId}" AND DeliveryState="failed" AND LastErrorClass="http_error" AND LastStatusCode=503 AND AttemptCount=2`;
    const own = `${query} AND WorkflowId="${workflowId}"`;
    const found = async () => (await stack.temporal.client.workflow.count(own)).count;
    while ((await found()) === 0) await new Promise((resolve) => setTimeout(resolve, 100));

    const page = await browser.context.newPage();
    await page.goto(ui(`?query=${encodeURIComponent(query)}`));
    await page.getByText(workflowId).first().waitFor();
    await page.goto(ui(`/${encodeURIComponent(workflowId)}`));
    for (const summary of ['attempt 1', 'before attempt 2', 'attempt 2', 'before attempt 3'])
      await page.getByText(summary, { exact: false }).first().waitFor();
    await page.close();
  });

  test('a delivery that was given up is a failed run that says why, and a reset of it sends nothing', async () => {
    const { workflowId, messageId } = await deliver(deliveryScheduleMs.length - 1);
    const handle = stack.temporal.client.workflow.getHandle(workflowId);
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'DeliveryExhausted' } });
    const page = await browser.context.newPage();
    await page.goto(ui(`/${encodeURIComponent(workflowId)}`));
    await page.getByText('Failed', { exact: true }).first().waitFor();
    await page.getByText('DeliveryExhausted').first().waitFor();
    await page.close();

    status = 200;
    const before = await rows().findOne({ _id: messageId });
    const { events } = await handle.fetchHistory();
    const firstTask = events!.find((event) => event.workflowTaskCompletedEventAttributes)!;
    const { runId } = await stack.temporal.client.workflowService.resetWorkflowExecution({
      namespace: stack.temporal.namespace,
      workflowExecution: { workflowId },
      reason: 'test',
      requestId: newId('req_'),
      workflowTaskFinishEventId: firstTask.eventId!,
    });
    const again = stack.temporal.client.workflow.getHandle(workflowId, runId);
    await expect(again.result()).rejects.toMatchObject({ cause: { type: 'DeliveryExhausted' } });
    expect(await rows().findOne({ _id: messageId })).toEqual(before);
  });
});
