import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { servers } from '../setup/servers';
import { findChromium, openBrowser } from './chromium';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser(`in a real browser${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
  });

  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  test('the API docs introduce themselves, show the products apart and a route with a sample, with nothing from another host', async () => {
    const page = await browser.context.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(stack.api.baseUrl).host) foreign.push(host);
    });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(stack.api.baseUrl);
    await page.getByRole('heading', { name: 'Sheaf: documents' }).waitFor();
    for (const name of ['Keys', 'Limits', 'Repeating requests', 'Documents: conventions'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    const menu = page.getByRole('complementary').first();
    await menu.getByText('Parsing', { exact: true }).click();
    await menu.getByText('Parse a spreadsheet', { exact: true }).click();
    await page.getByText('include_verified_facts').first().waitFor();
    await page.getByText(`curl ${stack.api.baseUrl}/v3/parse/spreadsheets`).first().waitFor();
    expect(await menu.getByText('Records', { exact: true }).count()).toBe(0);

    await menu.getByText('Documents', { exact: true }).first().click();
    await page.getByText('Product search', { exact: true }).click();
    await page.getByRole('heading', { name: 'Sheaf: product search' }).waitFor();
    await menu.getByText('Records', { exact: true }).click();
    await menu.getByText('Upload records', { exact: true }).click();
    await page.getByText('Wireless keyboard').first().waitFor();
    expect(await menu.getByText('Parsing', { exact: true }).count()).toBe(0);
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("an operator finds the job's run by its owner and its stages by name in the Temporal UI", async () => {
    const workbook = readFileSync(join(__dirname, '../../examples/quarterly-report.xlsx'));
    const jobId = await stack.submit(workbook, { include_tags_summary: true, include_verified_facts: true });
    expect(await stack.ended(jobId)).toMatchObject({ status: 'completed' });

    const page = await browser.context.newPage();
    const ui = `${servers().temporalUiUrl}/namespaces/${stack.temporal.namespace}/workflows`;
    const query = `OrganizationId="${stack.key.organizationId}"`;
    // The page shows what is found when it is opened.
    while ((await stack.temporal.client.workflow.count(query)).count === 0) continue;
    await page.goto(`${ui}?query=${encodeURIComponent(query)}`);
    await page.getByText(`parse-job/${jobId}`).first().waitFor();

    await page.goto(`${ui}/${encodeURIComponent(`parse-job/${jobId}`)}`);
    for (const stage of ['fetching', 'parsing', 'describing', 'storing', 'settling']) {
      await page
        .getByText(new RegExp(`^\\W*${stage}: `))
        .first()
        .waitFor();
    }
    // SCREENSHOT=docs/images/temporal-parse-job.png renews the picture of docs/operations.md.
    const screenshot = process.env.SCREENSHOT;
    if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true });
    await page.close();
  });
});
