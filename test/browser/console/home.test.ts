import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { startTcpProxy, type TcpProxy } from '../../faults/tcp-proxy';
import { findChromium, openBrowser } from '../chromium';
import { openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const awayText = 'The service does not answer now.';

inBrowser('the start page of the console', () => {
  let stack: Stack;
  let proxy: TcpProxy;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    proxy = await startTcpProxy(new URL(stack.api.baseUrl).host);
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await stack.close();
  });

  test('it says that the service is away, keeps what it shows, and recovers by itself', async () => {
    const tab = await openConsole(browser.context, `http://${proxy.address}`, stack.key.text);
    const indexing = tab.page.getByRole('region', { name: 'Indexing now' });
    await indexing.getByText('No job runs.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);

    proxy.set('closed');
    await tab.page.getByText(awayText).waitFor();
    expect(await indexing.getByText('No job runs.').isVisible()).toBe(true);
    expect(await tab.accessFaults()).toEqual([]);

    // Accepted while the page could not see it; its only file comes once the page has shown the job.
    let deliver = (): unknown => undefined;
    stack.links.files.set('/pump.txt', (_, response) => {
      deliver = () => response.end('a pump');
    });
    const jobId = await stack.accepted(stack.index('url', { urls: [`${stack.links.origin}/pump.txt`] }));
    proxy.set('open');
    await indexing.getByText('manuals').waitFor();
    await tab.page.getByText(awayText).waitFor({ state: 'hidden' });
    await stack.indexJobWhen(jobId, ({ status }) => {
      deliver();
      return status === 'completed';
    });
    await tab.close();
  });

  test('a panel leads to the list that it is a part of', async () => {
    const tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
    const lists = { 'Product jobs now': 'Product jobs', 'Product jobs that failed today': 'Product jobs' };
    for (const [panel, list] of Object.entries(lists)) {
      await tab.open('/', 'Home');
      await tab.page.getByRole('link', { name: `${panel}: All` }).click();
      await tab.page.getByRole('heading', { level: 1, name: list }).waitFor();
    }
    await tab.close();
  });

  test('a key sees the panels that it may see', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['query'] });
    const tab = await openConsole(browser.context, stack.api.baseUrl, key);
    await tab.page.getByRole('region', { name: 'Queries' }).getByText('a minute').waitFor();
    const parsing = tab.page.getByRole('region', { name: 'Parsing now' });
    await parsing.getByText('This key may not see it').waitFor();
    const products = tab.page.getByRole('region', { name: 'Product jobs now' });
    await products.getByText('This key may not see it').waitFor();
    const webhooks = tab.page.getByRole('region', { name: 'Webhooks that fail' });
    await webhooks.getByText('There is no endpoint.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.close();
  });

  test('the bar above a page says where the key works, and what it may do', async () => {
    const key = await stack.api.createKey({ permissions: ['query'], environment: 'staging' });
    const tab = await openConsole(browser.context, stack.api.baseUrl, key.text);
    const bar = tab.page.getByRole('banner');
    await bar.getByText('Staging', { exact: true }).waitFor();
    await bar.getByRole('button', { name: `Copy ${key.organizationId}` }).waitFor();
    await bar.getByText('1 permission', { exact: true }).click();
    await bar.getByText('query', { exact: true }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    const production = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
    await production.page.getByRole('banner').getByText('Production', { exact: true }).waitFor();
    await production.close();
    await tab.close();
  });
});
