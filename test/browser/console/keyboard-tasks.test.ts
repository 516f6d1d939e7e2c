import path from 'node:path';
import { type Locator } from 'playwright-core';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type Keyboard, keyboardOf, type Steps } from './keyboard';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const example = (name: string) => path.resolve('examples', name);

/** Most steps that each task takes; a page that needs more has become harder to use by keyboard. */
const stepsMax = {
  'parse and export a table': 15,
  'index a folder and find a sentence': 25,
  'load a shop and filter it': 50,
  'find out why a job failed': 15,
  'give a colleague a link to a search': 35,
} as const;

inBrowser('tasks in the console by keyboard alone', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const inMenu = (name: string) =>
    tab.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true });

  const heading = (name: string) => tab.page.getByRole('heading', { level: 1, name, exact: true });

  /** Begins a task at the start page, as it is after it was opened. */
  async function begin(): Promise<Keyboard> {
    await tab.open('/', 'Home');
    await tab.page.reload();
    await heading('Home').waitFor();
    return keyboardOf(tab.page);
  }

  /** Waits until an element has the focus. */
  async function expectFocus(element: Locator): Promise<void> {
    await element.and(tab.page.locator(':focus')).waitFor();
  }

  /** Expects that a task took no more steps than it may. `SHEAF_STEPS` has them printed. */
  function end(task: keyof typeof stepsMax, { tabs, keys }: Steps): void {
    if (process.env.SHEAF_STEPS !== undefined)
      process.stderr.write(`${task}: ${tabs + keys} steps (${tabs} tabs, ${keys} other keys)\n`);
    expect(tabs + keys).toBeLessThanOrEqual(stepsMax[task]);
  }

  test('the first key leads from the start of a page past the menu', async () => {
    const keyboard = await begin();
    await keyboard.press('Tab');
    const skip = tab.page.getByRole('link', { name: 'Skip to the page' });
    await expectFocus(skip);
    expect((await skip.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await keyboard.press('Enter');
    await expectFocus(heading('Home'));
  });

  test('a page that was navigated to has the focus at its heading', async () => {
    const keyboard = await begin();
    await keyboard.enter(inMenu('Collections'));
    await expectFocus(heading('Collections'));
    await tab.page.goBack();
    await expectFocus(heading('Home'));
    await keyboard.press('Control+K');
    await keyboard.type('Webhooks');
    await tab.page.getByRole('option', { name: 'Webhooks' }).waitFor();
    await keyboard.press('Enter');
    await expectFocus(heading('Webhooks'));
    await keyboard.enter(inMenu('Query'));
    await expectFocus(tab.page.getByLabel('Question', { exact: true }));
  });

  test('parse and export a table', async () => {
    const { page } = tab;
    const keyboard = await begin();
    await keyboard.enter(inMenu('Parse'));
    await keyboard.choose(
      page.getByLabel('Drop a file here, or choose one'),
      example('quarterly-report.xlsx'),
    );
    await heading('quarterly-report.xlsx').waitFor();
    await keyboard.enter(page.getByText(/tables as data$/i));
    const saved = page.waitForEvent('download');
    await keyboard.enter(page.getByRole('button', { name: /^CSV of / }).first());
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    end('parse and export a table', keyboard.steps);
  });

  test('index a folder and find a sentence', async () => {
    const { page } = tab;
    const keyboard = await begin();
    await keyboard.enter(inMenu('Collections'));
    await keyboard.enter(button('Create a collection'));
    await keyboard.type('harbour');
    await keyboard.press('Enter');
    await heading('harbour').waitFor();
    await keyboard.choose(page.getByLabel('Drop files here to index them, or choose some'), [
      example('pump-manual.pdf'),
      example('complaint.txt'),
      example('service-agreement.html'),
    ]);
    await page.getByText('3 of 3 files').waitFor();
    await page.getByRole('table', { name: 'Documents' }).getByText('pump-manual.pdf').waitFor();
    await keyboard.enter(page.getByRole('link', { name: 'Query the collection' }));
    const collection = page.getByLabel('Collection', { exact: true });
    await collection.waitFor();
    if ((await collection.inputValue()) === '') {
      await keyboard.reach(collection);
      await keyboard.type('harbour');
    }
    await keyboard.reach(page.getByLabel('Question', { exact: true }));
    await keyboard.type('bearing grease');
    await keyboard.press('Enter');
    const result = page.getByRole('listitem').filter({ hasText: 'pump-manual.pdf' }).first();
    await result
      .getByText(/grease/i)
      .first()
      .waitFor();
    end('index a folder and find a sentence', keyboard.steps);
  });

  test('load a shop and filter it', async () => {
    const { page } = tab;
    const keyboard = await begin();
    await keyboard.enter(inMenu('Indexes'));
    await keyboard.enter(button('Create an index'));
    await keyboard.type('shop');
    await keyboard.press('Enter');
    await heading('shop').waitFor();
    await keyboard.choose(page.getByLabel('File of records'), example('products.json'));
    await page.getByText('10 of 10 records are staged').waitFor();
    await keyboard.enter(button('Build now'));
    await keyboard.enter(page.getByRole('dialog').getByRole('button', { name: 'Build' }));
    await expectFocus(page.getByRole('region', { name: 'Builds' }));
    await page.locator('.index-facts').getByText('ready').waitFor();
    await keyboard.enter(page.getByRole('link', { name: 'Search the index' }));
    await keyboard.reach(page.getByRole('region', { name: 'Facets' }).getByLabel(/Kern \(/));
    await keyboard.press('Space');
    await page.getByRole('button', { name: 'Remove Brand: Kern' }).waitFor();
    end('load a shop and filter it', keyboard.steps);
  });

  test('find out why a job failed', async () => {
    const { page } = tab;
    stack.links.files.set('/broken.pdf', Buffer.from('%PDF-1.7 broken'));
    const jobId = await stack.accepted(stack.index('url', { urls: [`${stack.links.origin}/broken.pdf`] }));
    await stack.indexJobWhen(jobId, ({ status }) => status === 'failed');
    const keyboard = await begin();
    await keyboard.enter(inMenu('Jobs'));
    await keyboard.reach(page.getByLabel('State'));
    await keyboard.type('failed');
    await keyboard.enter(page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: jobId }));
    await page.getByText('The PDF is damaged beyond repair.').first().waitFor();
    end('find out why a job failed', keyboard.steps);
  });

  test('give a colleague a link to a search', async () => {
    const { page } = tab;
    const keyboard = await begin();
    await keyboard.enter(inMenu('Indexes'));
    await keyboard.enter(page.getByRole('link', { name: 'shop', exact: true }));
    const search = page
      .getByRole('navigation', { name: 'Parts of the index' })
      .getByRole('link', { name: 'Search' });
    await keyboard.enter(search);
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    await query.waitFor();
    await expectFocus(search);
    await keyboard.reach(query);
    await keyboard.type('shelf');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Oak wall shelf, long' }).waitFor();
    await keyboard.enter(button('Copy the link'));
    await page.getByRole('status').getByText('Copied').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const colleague = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
    await colleague.page.goto(link);
    await colleague.page.reload();
    await colleague.page.getByRole('heading', { name: 'Oak wall shelf, long' }).waitFor();
    await colleague.close();
    end('give a colleague a link to a search', keyboard.steps);
  });
});
