import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('keys of product search in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;
  let first = '';

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('chairs');
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const dialog = (name: string | RegExp) => tab.page.getByRole('dialog', { name });
  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();
  const facts = () => tab.page.locator('.facts');

  /** The text of the key that was just made; its dialog is closed. */
  async function takeText(): Promise<string> {
    const text = await dialog(/^The key /)
      .getByText('sk_')
      .innerText();
    expect(await tab.accessFaults()).toEqual([]);
    await press('I have it');
    await tab.page.getByText(text).waitFor({ state: 'detached' });
    expect(await tab.page.content()).not.toContain(text);
    return text;
  }
  const statusOf = async (key: string, path: string) => (await stack.v1(path, { key })).status;

  test('a key is created, its text is shown once, and it may do what was ticked', async () => {
    const { page } = tab;
    await tab.open('/products/keys', 'Product keys');
    await page.getByText('There is no key of product search yet.').waitFor();
    await press('Create a key');
    const form = dialog('Create a key');
    await form.getByLabel('Name').fill('Storefront of the north');
    await form.getByLabel('Type').selectOption('write');
    await form.getByLabel('settings.read').check();
    await form.getByLabel('Indexes', { exact: true }).fill('Chairs');
    await form.getByLabel('Requests a second').fill('5');
    expect(await tab.accessFaults()).toEqual([]);
    await press('Create the key');
    await form.getByLabel('Indexes', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
    await form.getByLabel('Indexes', { exact: true }).fill('chairs');
    await press('Create the key');
    first = await takeText();
    expect(await statusOf(first, '/indexes/chairs/settings')).toBe(200);
    expect(await statusOf(first, '/aliases')).toBe(403);
    await page.getByRole('link', { name: 'Storefront of the north' }).click();
    await facts().getByText('settings.read').waitFor();
    await facts().getByText('chairs', { exact: true }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('keys');
  });

  test('a key is replaced by one with the same bounds, changed, and deleted', async () => {
    const { page } = tab;
    await press('Replace');
    await dialog(/^Replace /)
      .getByLabel('Name')
      .fill('Storefront, second');
    await press('Create the key');
    const second = await takeText();
    expect(second).not.toBe(first);
    expect(await statusOf(second, '/indexes/chairs/settings')).toBe(200);
    expect(await statusOf(second, '/aliases')).toBe(403);

    await press('Change');
    await dialog(/^Change /)
      .getByLabel('Indexes', { exact: true })
      .fill('');
    await press('Save');
    await dialog(/^Change /)
      .getByText('can only become narrower', { exact: true })
      .waitFor();
    await dialog(/^Change /)
      .getByLabel('Indexes', { exact: true })
      .fill('chairs');
    await dialog(/^Change /)
      .getByLabel('Ends')
      .fill('2031-05-06T07:08:09');
    await press('Save');
    await facts().getByText('2031').waitFor();
    await press('Delete');
    await dialog(/^Delete /)
      .getByText('cannot be brought back')
      .waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await dialog(/^Delete /)
      .getByLabel('Type Storefront of the north to confirm')
      .fill('Storefront of the north');
    await press('Delete key Storefront of the north');
    await page.getByRole('link', { name: 'Storefront, second' }).waitFor();
    await page.getByRole('link', { name: 'Storefront of the north' }).waitFor({ state: 'detached' });
    for (let status = 0; status !== 401;) status = await statusOf(first, '/indexes/chairs/settings');
    expect(await statusOf(second, '/indexes/chairs/settings')).toBe(200);
  });

  test('a search key has keys that derive from it, and goes with them only', async () => {
    const { page } = tab;
    await press('Create a key');
    await dialog('Create a key').getByLabel('Name').fill('Shop');
    await dialog('Create a key').getByLabel('Filter').fill('brand =');
    await press('Create the key');
    await dialog('Create a key').getByLabel('Filter').and(page.locator('[aria-invalid]')).waitFor();
    await dialog('Create a key').getByLabel('Filter').fill('');
    await press('Create the key');
    await takeText();
    await page.getByRole('link', { name: 'Shop' }).click();
    await press('Derive a key');
    await dialog(/^Derive /)
      .getByLabel('Name')
      .fill('Shop, for visitors');
    await press('Create the key');
    await takeText();
    await press('Delete');
    await dialog('Delete Shop').getByLabel('Type Shop to confirm').fill('Shop');
    await press('Delete key Shop');
    await dialog('Delete Shop').getByText('KEY_HAS_CHILDREN').waitFor();
    await dialog('Delete Shop').getByRole('checkbox').check();
    await press('Delete key Shop');
    await page.getByRole('link', { name: 'Storefront, second' }).waitFor();
    await hasCount(page.getByRole('link', { name: /^Shop/ }), 0);
    // The browser tells of what was refused, which are the index, the wider list, the filter and the deletion.
    expect(tab.problems).toEqual([
      ...Array<unknown>(3).fill(expect.stringContaining('status of 400')),
      expect.stringContaining('status of 409'),
    ]);
  });

  test('a key without the right is told which one it needs', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['products-write'] });
    const other = await openConsole(browser.context, stack.api.baseUrl, key);
    await other.open('/products/keys', 'Product keys');
    await other.page.getByText('lacks the permission keys.manage').waitFor();
    expect(await other.page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    expect(await other.accessFaults()).toEqual([]);
    await other.close();
  });
});
