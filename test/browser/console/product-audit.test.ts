import { readFile } from 'node:fs/promises';
import { auditEntryIndexes } from '../../../src/stores/products/audit/audit-entries';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
/** A text that would be markup if the page did not take it as text. */
const hostile = '<b>chairs</b> & "tables"';

inBrowser('the audit log in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('chairs', { settings: { audit: { query_text: 'full' } } });
    await stack.createIndex('stools');
    await stack.stage('chairs', [{ id: 'oak', title: 'Oak chair' }]);
    expect(await stack.built('chairs')).toMatchObject({ status: 'succeeded' });
    await stack.search('chairs', 'oak');
    await stack.search('chairs', hostile);
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const entries = () => tab.page.getByRole('table', { name: 'Audit entries' });
  const chain = () => tab.page.getByRole('region', { name: 'Check of the chain' });

  test('a search is found by the filters, and its entry shows what was kept of it', async () => {
    const { page } = tab;
    await tab.open('/products/audit', 'Audit log');
    await entries().getByText('index.create').first().waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByLabel('Index', { exact: true }).fill('chairs');
    await page.getByLabel('Index', { exact: true }).press('Enter');
    await page.getByLabel('Action').selectOption('search');
    const found = entries().getByRole('button', { name: /^Entry / });
    await hasCount(found, 2);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as NDJSON' }).click(),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as { action: string; query: { text: string } });
    expect(exported.map(({ action, query }) => [action, query.text])).toEqual([
      ['search', 'oak'],
      ['search', hostile],
    ]);
    await found.first().click();
    const entry = page.getByRole('dialog', { name: /^Entry / });
    await entry.getByText(hostile, { exact: true }).waitFor();
    await entry.getByText(stack.key.keyId).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    // The focus returns to the entry, where the keyboard continues.
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Entry /);

    await page.getByLabel('Index', { exact: true }).fill('Chairs!');
    await page.getByLabel('Index', { exact: true }).press('Enter');
    await page.getByLabel('Index', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Index', { exact: true }).fill('stools');
    await page.getByLabel('Index', { exact: true }).press('Enter');
    await page.getByText('No entry passes the filters.').waitFor();
  });

  test('an index has its own part, which says what is not recorded', async () => {
    const { page } = tab;
    await tab.open('/products/indexes/stools/audit', 'stools');
    await page.getByText('Searches and reads of its records are not').waitFor();
    await entries().getByText('index.create').waitFor();
    expect(await entries().getByText('search', { exact: true }).count()).toBe(0);
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('the chain is checked, and a changed entry is named', async () => {
    const { page } = tab;
    await tab.open('/products/audit', 'Audit log');
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await chain().getByText('unbroken').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('audit');

    const rows = stack.api.mongo.db.collection(auditEntryIndexes.collection);
    await rows.updateOne(
      { organizationId: stack.key.organizationId, seq: 2 },
      { $set: { action: 'search' } },
    );
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await chain().getByText('The chain is broken at entry 2: it is not what was written.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    // The browser tells of the name that was refused, and of nothing else.
    expect(tab.problems).toEqual([expect.stringContaining('status of 400')]);
  });

  test('a key without the right is told which one it needs', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['products-write'] });
    const other = await openConsole(browser.context, stack.api.baseUrl, key);
    await other.open('/products/audit', 'Audit log');
    await other.page.getByText('lacks the permission audit.read').waitFor();
    expect(await other.accessFaults()).toEqual([]);
    await other.close();
  });

  test('where an organization names its operators, the console says who acts', async () => {
    const { text: key, organizationId } = await stack.api.createKey({
      organization: 'named',
      permissions: ['products-admin'],
    });
    await stack.api.stores.organizations.changeOperators(organizationId, { add: ['Jörg Weiß'], remove: [] });
    const anonymous = await openConsole(browser.context, stack.api.baseUrl, key);
    await anonymous.open('/products/audit', 'Audit log');
    await anonymous.page.getByText('name the acting person in X-Operator').first().waitFor();
    await anonymous.close();
    const operator = await openConsole(browser.context, stack.api.baseUrl, key, 'Jörg Weiß');
    await operator.open('/products/audit', 'Audit log');
    const table = operator.page.getByRole('table', { name: 'Audit entries' });
    await table.getByText('OPERATOR_REQUIRED').waitFor();
    // The first look is an entry that the next one shows.
    await operator.page.getByRole('button', { name: 'Read again' }).click();
    await table.getByText('Jörg Weiß').first().waitFor();
    await operator.page.reload();
    await table.getByText('Jörg Weiß').first().waitFor();
    expect(await operator.accessFaults()).toEqual([]);
    await operator.close();
  });
});
