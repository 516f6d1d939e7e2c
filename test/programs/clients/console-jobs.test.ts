import { type ServerResponse } from 'node:http';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { findChromium, openBrowser } from '../../browser/chromium';
import { hasCount } from '../../browser/has-count';
import { type ConsoleTab, openConsole } from '../../browser/console/open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('jobs in the console', () => {
  let stack: OwnStack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;
  /** Requests for the link that is answered when a test says so. */
  const held: ServerResponse[] = [];

  beforeAll(async () => {
    stack = await startOwnStack();
    const { files } = stack.links;
    files.set('/guide.md', Buffer.from('# Pumps\n\nGrease the bearing every year.'));
    files.set('/broken.pdf', Buffer.from('%PDF-1.7 broken'));
    files.set('/held.md', (_, response) => held.push(response));
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const submit = (...names: string[]) =>
    stack.accepted(stack.index('url', { urls: names.map((name) => `${stack.links.origin}/${name}`) }));
  const dialog = (name: string) => tab.page.getByRole('dialog', { name });

  test('a job is followed while it runs, and each file that failed says why', async () => {
    const { page } = tab;
    const jobId = await submit('guide.md', 'broken.pdf', 'held.md');
    await tab.open('/jobs', 'Jobs');
    await page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: jobId }).click();
    await page.getByRole('heading', { level: 1, name: jobId }).waitFor();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('The files are not counted yet.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await stack.startWorker();
    await progress.getByText('2 of 3 files have ended, 1 failed').waitFor();
    const files = page.getByRole('table', { name: 'Files' });
    await files.getByText('The PDF is damaged beyond repair.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    for (const response of held.splice(0)) response.end('# Seals\n\nReplace a worn seal.');
    await page.getByText('completed with errors').waitFor();
    await progress.getByText('3 of 3 files have ended, 1 failed').waitFor();
    await hasCount(files.getByText('completed'), 2);
    await hasCount(page.getByRole('button', { name: 'Cancel' }), 0);
  });

  test('an ended job is rolled back, and tells afterwards what the rollback did', async () => {
    const { page } = tab;
    expect(await stack.documents()).toHaveLength(2);
    await page.getByRole('button', { name: 'Roll back' }).click();
    const rollback = dialog('Roll back job_');
    await rollback.getByText('2 files were indexed').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(await rollback.getByRole('button', { name: 'Roll back' }).isDisabled()).toBe(true);
    await rollback.getByLabel(/^Type .* to confirm$/).fill('manuals');
    await rollback.getByRole('button', { name: 'Roll back' }).click();
    await dialog('Rollback').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Rolled back', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'What the rollback did' }).click();
    await page.getByRole('button', { name: 'Show it' }).click();
    await dialog('Rollback').getByText(/^2: /).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await dialog('Rollback').getByRole('button', { name: 'Close' }).click();
    expect(await stack.documents()).toEqual([]);
  });

  test('a running job is cancelled once that is confirmed, and is found by its state', async () => {
    const { page } = tab;
    const jobId = await submit('held.md');
    await tab.open(`/jobs/documents/${jobId}`, jobId);
    await page.getByText('running').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog('Cancel the job').getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.open('/jobs', 'Jobs');
    await page.getByLabel('State').selectOption('cancelled');
    const jobs = page.getByRole('table', { name: 'Jobs' });
    await jobs.getByText('completed with errors').waitFor({ state: 'hidden' });
    // Between the former list and the new one there is none.
    await jobs.getByRole('link').first().waitFor();
    expect(await jobs.getByRole('link').allInnerTexts()).toEqual([jobId]);
    await page.getByLabel('State').selectOption('failed');
    await page.getByText('No job passes the filters.').waitFor();
    await page.reload();
    await page.getByText('No job passes the filters.').waitFor();
    expect(await page.getByLabel('State').inputValue()).toBe('failed');
    expect(tab.problems).toEqual([]);
  });
});
