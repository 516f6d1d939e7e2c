import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
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
});
