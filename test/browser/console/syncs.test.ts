import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('syncs in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();
  const facts = () => tab.page.locator('.facts');

  test('a sync is found, and run when asked for; a refused key shows what it means', async () => {
    const { page } = tab;
    await tab.open('/syncs', 'Syncs');
    await page.getByText('No collection follows a container yet.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);

    const container = await stack.container();
    await container.put({ 'hr/a.txt': 'alpha' });
    const { sync_id: id } = await stack.sync(container, { prefix: 'hr/' });
    await stack.rested(id);
    await page.reload();
    const table = page.getByRole('table', { name: 'Syncs' });
    await table.getByText('active').waitFor();
    await table.getByRole('link', { name: `${container.name}/hr/` }).click();
    await facts().getByText('only when asked for').waitFor();
    const firstJob = await facts().getByRole('link', { name: 'its job' }).getAttribute('href');
    await press('Run now');
    await page.locator(`.facts a[href*="/jobs/"]:not([href="${firstJob}"])`).waitFor();
    expect(await tab.accessFaults()).toEqual([]);

    await stack.rested(id);
    await stack.call('PATCH', `/v2/syncs/${id}`, { account_key: 'cmV2b2tlZA==' });
    await press('Run now');
    await page.getByRole('alert').getByText('source_listing_suspicious').waitFor();
    await page.getByText('the account key is still valid').waitFor();
    await facts().getByText('failed').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('it is paused, resumed and deleted, by name, and its documents stay', async () => {
    const { page } = tab;
    const name = (await facts().getByText('container-').first().innerText()).trim();
    await press('Pause');
    await press('Pause it');
    await facts().getByText('paused').waitFor();
    await press('Resume');
    await press('Resume it');
    await facts().getByText('failed').waitFor();
    await press('Delete');
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await press(`Delete the sync with ${name}`);
    await page.getByRole('heading', { level: 1, name: 'Syncs' }).waitFor();
    await page.getByRole('table', { name: 'Syncs' }).getByText('deleted').waitFor();
    expect(Object.values(await stack.texts())).toEqual(['alpha']);
    expect(tab.problems).toEqual([]);
  });
});
