import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const letter = 'Signed by Anna Kowalski. The number is 5544 667 788.';

inBrowser('masking in the console', () => {
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

  test('a report shows its places beside the text, and turns the bound of a kind', async () => {
    const { page } = tab;
    await stack.createCollection('letters');
    await tab.open('/collections/letters', 'letters');
    await page.getByText('Options for the files').click();
    await page.getByLabel('Mask personal data').check();
    await page
      .getByLabel('Drop files here to index them, or choose some')
      .setInputFiles([{ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) }]);
    await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'letter.txt' }).click();
    await page.getByRole('link', { name: 'Masking report' }).click();
    const text = page.getByLabel('Text of the chunk');
    await text.getByText('Signed by <PERSON>. The number is 5544 667 788.').waitFor();
    const places = page.getByRole('table', { name: 'Places' });
    await places.getByText('nearly, 0.40').waitFor();
    await places.getByText('5544 667 788').waitFor();
    await page.getByLabel('Outcome').selectOption('nearly masked');
    await page.getByRole('button', { name: 'PHONE' }).click();
    expect(await text.locator('mark[aria-current="true"]').textContent()).toBe('5544 667 788');
    await page.getByLabel('Bound of PHONE').selectOption('wider');
    await page.getByText(`by ${stack.key.keyId}`).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    const { body } = await stack.api.request('/v2/collections/letters', { key: stack.key.text });
    expect(body).toMatchObject({ masking_bounds: { PHONE: 'wider' } });
    expect(tab.problems).toEqual([]);
  });
});
