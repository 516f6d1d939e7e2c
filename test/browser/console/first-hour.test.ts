import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('the first hour in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  test('an organization without anything does the three steps, twice without harm, and the checklist is gone', async () => {
    const { text: key } = await stack.api.createKey({ organization: 'newcomers' });
    const tab = await openConsole(browser.context, stack.api.baseUrl, key);
    const { page } = tab;
    const list = page.getByRole('region', { name: 'Your first hour' });
    await list.getByText('0 of 3 done').waitFor();
    expect(await tab.accessFaults()).toEqual([]);

    await list.getByRole('button', { name: 'Parse the sample workbook' }).click();
    await page.getByRole('link', { name: 'See sample-sales.xlsx' }).waitFor();
    await list.getByText('1 of 3 done').waitFor();
    await list.getByRole('button', { name: 'Index the sample documents' }).click();
    await page.getByText('“How long is the warranty on tents?” is answered by').waitFor();
    await tab.shoot('first-hour');
    await list.getByText('2 of 3 done').waitFor();
    // The run continues while another page is open.
    await list.getByRole('button', { name: 'Build the sample shop' }).click();
    await tab.open('/collections', 'Collections');
    await tab.open('/', 'Home');
    const over = page.getByRole('region', { name: 'All done' });
    await over.getByText('30 products can be searched.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);

    for (const name of ['Index the sample documents', 'Build the sample shop']) {
      const again = over.getByRole('button', { name: `Run again: ${name}` });
      await again.click();
      await again.waitFor({ state: 'detached' });
      await again.waitFor();
    }
    const collection = await stack.api.request('/v2/collections/sample-documents', { key });
    expect(collection.body).toMatchObject({ document_count: 3 });
    const index = await stack.api.request('/v1/indexes/sample-shop', { key });
    expect(index.body).toMatchObject({ status: 'ready', records: { served: 30, staged: 0 } });

    await over.getByRole('link', { name: 'Search sample-shop' }).click();
    await page.getByText('Ridge tent for two').first().waitFor();
    await tab.open('/', 'Home');
    await over.getByRole('link', { name: 'See sample-sales.xlsx' }).click();
    await page.getByRole('heading', { level: 1, name: 'sample-sales.xlsx' }).waitFor();
    await page.getByRole('button', { name: 'Sales 2026' }).waitFor();
    await page.reload();
    await tab.open('/', 'Home');
    await page.getByRole('region', { name: 'Queries' }).waitFor();
    expect(await over.count()).toBe(0);
    expect(tab.problems).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await tab.close();
  });

  test('a key that lacks a permission reads at the step which one', async () => {
    const { text: key } = await stack.api.createKey({ organization: 'readers', permissions: ['query'] });
    const tab = await openConsole(browser.context, stack.api.baseUrl, key);
    const step = tab.page.getByRole('listitem').filter({ hasText: 'Index documents and ask' });
    await step.getByText('The key of this session lacks the permission index').waitFor();
    expect(await tab.page.getByRole('button', { name: /sample/ }).count()).toBe(0);
    await tab.page.getByText('The key of this session does not see parse jobs, product jobs').waitFor();
    await tab.page.getByRole('button', { name: 'Dismiss' }).click();
    await tab.page.getByRole('region', { name: 'Your first hour' }).waitFor({ state: 'detached' });
    await tab.page.reload();
    await tab.page.getByText('does not see').waitFor();
    expect(await tab.page.getByText('Your first hour').count()).toBe(0);
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.close();
  });

  test('a step that fails says at what, and can be tried again', async () => {
    const { text: key } = await stack.api.createKey({ organization: 'unlucky' });
    const tab = await openConsole(browser.context, stack.api.baseUrl, key);
    const { page } = tab;
    // The name is taken by an index whose records have their ids in another field.
    const taken = await stack.api.request('/v1/indexes', {
      key,
      json: { name: 'sample-shop', id_field: 'id' },
    });
    expect(taken.status).toBe(201);
    await page.getByRole('button', { name: 'Build the sample shop' }).click();
    await page.getByText('Failed at: Sending 30 products').waitFor();
    await page.getByRole('button', { name: 'Build the sample shop again' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await stack.api.request('/v1/indexes/sample-shop', { key, method: 'DELETE' });
    while ((await stack.api.request('/v1/indexes/sample-shop', { key })).status !== 404);
    await page.getByRole('button', { name: 'Build the sample shop again' }).click();
    await page.getByText('30 products can be searched.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await tab.close();
  });
});
