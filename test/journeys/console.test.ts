import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { type Page } from 'playwright-core';
import { findChromium, openBrowser } from '../browser/chromium';
import { openConsole } from '../browser/console/open-console';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
/** Expression for all that the page has stored. */
const storedText = 'JSON.stringify({ ...sessionStorage, ...localStorage })';
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser(`the console${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  test('a wrong key is refused with a sentence, and nothing of it stays', async () => {
    const page = await browser.context.newPage();
    await page.goto(`${stack.api.baseUrl}/console`);
    await page.getByLabel('Key').fill('svc_dev_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('does not know this key').waitFor();
    expect(await page.evaluate(storedText)).toBe('{}');
    await page.close();
  });

  test('a key stays in its tab, and is forgotten at the end', async () => {
    const { text: key } = await stack.api.createKey();
    const tab = await openConsole(browser.context, stack.api.baseUrl, key);
    await tab.open('/jobs', 'Jobs');
    expect(await tab.accessFaults()).toEqual([]);
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.getByLabel('Key').waitFor();
    expect(await tab.page.evaluate(storedText)).toBe('{}');
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a key that is kept on the device signs new tabs in, until one tab signs out', async () => {
    const { text: key } = await stack.api.createKey();
    const first = await browser.context.newPage();
    await signInToStay(first, key);
    const second = await browser.context.newPage();
    await second.goto(`${stack.api.baseUrl}/console`);
    await second.getByRole('navigation', { name: 'Pages' }).waitFor();
    await first.getByRole('button', { name: 'Sign out' }).click();
    await second.getByRole('alert').getByText('removed from this device in another tab').waitFor();
    for (const page of [first, second]) {
      await page.getByLabel('Key').waitFor();
      expect(await page.evaluate(storedText)).toBe('{}');
      await page.close();
    }
  });

  test('a kept key that was revoked is dropped with a sentence, in every tab', async () => {
    const { text: key, keyId } = await stack.api.createKey();
    const first = await browser.context.newPage();
    await signInToStay(first, key);
    const second = await browser.context.newPage();
    await second.goto(`${stack.api.baseUrl}/console`);
    await second.getByRole('navigation', { name: 'Pages' }).waitFor();
    await stack.api.stores.apiKeys.revoke(keyId);
    while ((await stack.api.request('/v2/collections', { key })).status !== 401);
    await first.reload();
    await first.getByRole('alert').getByText('no longer takes the key').waitFor();
    await second.getByLabel('Key').waitFor();
    expect(await first.evaluate(storedText)).toBe('{}');
    await Promise.all([first.close(), second.close()]);
  });

  async function signInToStay(page: Page, key: string): Promise<void> {
    await page.goto(`${stack.api.baseUrl}/console`);
    await page.getByLabel('Key').fill(key);
    const keep = page.getByLabel('Keep me signed in on this device');
    expect(await keep.isChecked()).toBe(false);
    await keep.check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  }
});
