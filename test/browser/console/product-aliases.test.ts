import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('aliases in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('chairs-1');
    await stack.createIndex('chairs-2');
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const dialog = (name: string) => tab.page.getByRole('dialog', { name });
  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();
  const indexOf = async (alias: string) =>
    (await stack.v1<{ index: string }>(`/aliases/${alias}`)).body.index;

  test('an alias is created, moved and removed', async () => {
    const { page } = tab;
    await tab.open('/products/aliases', 'Aliases');
    await page.getByText('There is no alias yet.').waitFor();
    await press('Create an alias');
    const form = dialog('Create an alias');
    await form.getByLabel('Name').fill('Chairs!');
    await form.getByLabel('Index').fill('chairs-1');
    await press('Create');
    await form.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await form.getByLabel('Name').fill('chairs-2');
    await press('Create');
    await form.getByText('INDEX_EXISTS').waitFor();
    await form.getByLabel('Name').fill('chairs');
    await press('Create');
    await page.getByRole('table', { name: 'Aliases' }).getByRole('button', { name: 'chairs' }).click();
    const alias = page.getByRole('region', { name: 'Alias chairs' });
    await alias.getByRole('link', { name: 'chairs-1' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await press('Move');
    await dialog('Move chairs').getByLabel('Index').fill('chairs-2');
    await press('Move the alias');
    await alias.getByRole('link', { name: 'chairs-2' }).waitFor();
    expect(await indexOf('chairs')).toBe('chairs-2');
    await tab.shoot('aliases');
    await press('Remove');
    await dialog('Remove chairs').getByLabel('Type chairs to confirm').fill('chairs');
    await press('Remove alias chairs');
    await page.getByText('There is no alias yet.').waitFor();
    // The browser tells of the two names that were refused, and of nothing else.
    expect(tab.problems).toEqual([
      expect.stringContaining('status of 400'),
      expect.stringContaining('status of 409'),
    ]);
  });

  test('a narrow window shows the menu when it is asked for, until a page was chosen', async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 800, height: 900 });
    const keys = page.getByRole('link', { name: 'Keys', exact: true });
    await keys.waitFor({ state: 'hidden' });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await keys.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    expect(await tab.accessFaults()).toEqual([]);
    await keys.click();
    await page.getByRole('heading', { level: 1, name: 'Product keys' }).waitFor();
    await keys.waitFor({ state: 'hidden' });
    expect(await tab.accessFaults()).toEqual([]);
  });
});
