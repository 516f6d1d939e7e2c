import { findChromium, openBrowser } from './chromium';
import { servers } from '../setup/servers';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser(`runs of syncs in the Temporal UI${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  test('an operator finds the runs of a sync by their collection, and reads stages and counts', async () => {
    const container = await stack.container();
    await container.put({ 'a.txt': 'alpha', 'b.txt': 'beta' });
    const { sync_id } = await stack.sync(container, { sync_interval_minutes: 60 });
    await stack.rested(sync_id);
    await container.put({ 'a.txt': 'changed' });
    await container.remove('b.txt');
    await stack.reconciled(sync_id);
    await stack.call('PATCH', `/v2/syncs/${sync_id}`, { account_key: 'cmV2b2tlZA==' });
    const { sync } = await stack.reconciled(sync_id);
    expect(sync.last_sync_error).toBe('source_listing_suspicious');

    const ui = `${servers().temporalUiUrl}/namespaces/${stack.temporal.namespace}`;
    const query = 'CollectionName="manuals" AND WorkflowType="sourceSync"';
    const found = async () => {
      const ids: { workflowId: string; status: string }[] = [];
      for await (const run of stack.temporal.client.workflow.list({ query }))
        ids.push({ workflowId: run.workflowId, status: run.status.name });
      return ids;
    };
    const isOver = ({ status }: { status: string }) => status !== 'RUNNING';
    let runs = await found();
    while (runs.length < 3 || !runs.every(isOver)) runs = await found();
    const failed = runs.find(({ status }) => status === 'FAILED')!;
    const [good] = runs.filter(({ status }) => status === 'COMPLETED');

    const page = await browser.context.newPage();
    // The page shows what is found when it is opened.
    await page.goto(`${ui}/workflows?query=${encodeURIComponent(query)}`);
    for (const { workflowId } of runs) await page.getByText(workflowId).first().waitFor();

    await page.goto(`${ui}/workflows/${encodeURIComponent(good!.workflowId)}`);
    for (const step of ['listing: ', 'comparing: ', 'indexing: ', 'removing: '])
      await page.getByText(step, { exact: false }).first().waitFor();
    // A worker answers what a run says of itself, and the page shows that in a frame.
    await page.getByText('User Metadata').first().click();
    const details = page.frameLocator('iframe[src*="listed"]');
    for (const count of ['1 objects listed', '1 modified', '1 documents removed'])
      await details.getByText(count).first().waitFor();

    await page.goto(`${ui}/workflows/${encodeURIComponent(failed.workflowId)}`);
    await page.getByText('The object store refuses these credentials.').first().waitFor();

    await page.goto(`${ui}/schedules/${encodeURIComponent(`sync/${sync_id}`)}`);
    await page.getByText('sourceSync').first().waitFor();
    await page.close();
  });
});
