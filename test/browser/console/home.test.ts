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
    const quiet = tab.page.getByText('All is quiet: no job runs, none has failed today');
    await quiet.waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);

    proxy.set('closed');
    await tab.page.getByText(awayText).waitFor();
    expect(await quiet.isVisible()).toBe(true);
    expect(await tab.accessFaults()).toEqual([]);

    // Accepted while the page could not see it; its only file comes once the page has shown the job.
    let deliver = (): unknown => undefined;
    stack.links.files.set('/pump.txt', (_, response) => {
      deliver = () => response.end('a pump');
    });
    const jobId = await stack.accepted(stack.index('url', { urls: [`${stack.links.origin}/pump.txt`] }));
    proxy.set('open');
    const running = tab.page.getByRole('region', { name: 'Running now' });
    await running.getByRole('link', { name: 'manuals' }).waitFor();
    await tab.page.getByText(awayText).waitFor({ state: 'hidden' });
    expect(await quiet.count()).toBe(0);
    expect(await tab.accessFaults()).toEqual([]);
    await running.getByRole('link', { name: 'Running now: all indexing jobs' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await stack.indexJobWhen(jobId, ({ status }) => {
      deliver();
      return status === 'completed';
    });
    await tab.close();
  });

  test('what failed today, queries and failing webhooks have a panel each, which leads further', async () => {
    const { key, links, api } = stack;
    links.files.set('/broken.txt', (_, response) => {
      response.writeHead(500).end();
    });
    links.files.set('/hooks', (_, response) => {
      response.writeHead(503).end();
    });
    const json = { url: `${links.origin}/hooks` };
    const endpoint = await api.request<{ endpoint_id: string }>('/v2/webhooks/endpoints', {
      key: key.text,
      json,
    });
    const jobId = await stack.accepted(stack.index('url', { urls: [`${links.origin}/broken.txt`] }));
    await stack.indexJobWhen(jobId, ({ status }) => status === 'failed');
    await api.request('/v3/collections/manuals/query', { key: key.text, json: { query: 'pump' } });

    const tab = await openConsole(browser.context, api.baseUrl, key.text);
    const failed = tab.page.getByRole('region', { name: 'Failed today' });
    await failed.getByRole('link', { name: 'manuals' }).waitFor();
    await tab.page.getByRole('region', { name: 'Queries' }).getByText('a minute').waitFor();
    const webhooks = tab.page.getByRole('region', { name: 'Webhooks that fail' });
    await webhooks.getByText(json.url).waitFor();
    expect(await tab.page.getByText('All is quiet').count()).toBe(0);
    expect(await tab.accessFaults()).toEqual([]);
    await tab.page.getByRole('button', { name: 'Dismiss' }).click();
    await tab.shoot('home');
    await webhooks.getByRole('link', { name: json.url }).click();
    await tab.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Home' }).waitFor();
    await tab.open('/', 'Home');
    await failed.getByRole('link', { name: 'manuals' }).click();
    await tab.page.getByText(jobId).first().waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
    await api.request(`/v2/webhooks/endpoints/${endpoint.body.endpoint_id}`, {
      key: key.text,
      method: 'DELETE',
    });
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
