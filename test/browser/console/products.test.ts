import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const optionsText = 'Filter, preferences, groups, amounts';
const records = path.resolve('examples', 'products.json');

inBrowser('product search in the console', () => {
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

  const openPart = (name: string) =>
    tab.page.getByRole('navigation', { name: 'Parts of the index' }).getByRole('link', { name }).click();

  /** Opens the search afresh, from another page: an address of the same page shows some time later. */
  async function openSearch(): Promise<void> {
    await tab.open('/products/indexes', 'Product indexes');
    await tab.open('/products/indexes/shelves/search', 'shelves');
  }

  test('an index is created, takes a file of records, and is built', async () => {
    const { page } = tab;
    await tab.open('/products/indexes', 'Product indexes');
    await page.getByText('There is no index yet.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Create an index' }).click();
    await page.getByLabel('Name').fill('Shelves!');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Name').fill('shelves');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'shelves' }).waitFor();

    const wrong = '{"sku": "SH-1"}\nno record\n';
    const file = page.getByLabel('File of records');
    await file.setInputFiles(records);
    await page.getByText('10 of 10 records are staged').waitFor();
    await file.setInputFiles({
      name: 'wrong.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(wrong),
    });
    await page.getByText('1 of 2 records is staged, 1 was refused').waitFor();
    await page.getByRole('table', { name: 'Refused records' }).getByText('2', { exact: true }).waitFor();
    await file.setInputFiles({
      name: 'records.ndjson.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.from('not gzip'),
    });
    await page.getByText('The file is no gzip, or is cut off.', { exact: true }).waitFor();
    await file.setInputFiles({
      name: 'records.json',
      mimeType: 'application/json',
      buffer: Buffer.from('\n'),
    });
    await page.getByText('The file has no records.', { exact: true }).waitFor();
    await file.setInputFiles(records);
    await page.getByText('10 of 10 records are staged').waitFor();
    await page.getByText('10 records that were there are replaced.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);

    await page.getByRole('button', { name: 'Build now' }).click();
    await page.getByRole('dialog', { name: 'Build shelves' }).getByRole('button', { name: 'Build' }).click();
    const job = page.getByRole('region', { name: /^Job / });
    await job.getByText('succeeded').first().waitFor();
    await page.locator('.index-facts').getByText('ready').waitFor();
    expect(await page.locator('.timeline-bar.done').count()).toBeGreaterThan(3);
    expect(await page.locator('.timeline-bar.skipped').count()).toBe(0);
    await tab.shoot('build');
    // The job that was started stays in view when it has ended.
    await page.reload();
    await job.getByText('succeeded').first().waitFor();
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('a search is narrowed by a facet, and says why hits are where they are', async () => {
    const { page } = tab;
    await openPart('Search');
    await page.getByRole('combobox', { name: 'Query', exact: true }).fill('shelf');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const hits = page.getByRole('region', { name: 'Hits' });
    await hits.getByRole('heading', { name: 'Oak wall shelf, long' }).waitFor();
    await page.getByRole('region', { name: 'Facets' }).getByLabel('Kern (1)').check();
    await hits.getByRole('status').getByText('1 record ·').waitFor();
    await hits.getByRole('heading', { name: 'Steel shelf for spices' }).waitFor();
    await hasCount(hits.getByRole('heading'), 1);
    await hits.getByText('Explain').click();
    await hits.getByText('Found in').waitFor();
    await hits.getByText('All fields').click();
    await hits.getByText('30 cm').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByText(optionsText).click();
    await page.getByLabel('Filter', { exact: true }).fill('brand =');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByLabel('Filter', { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('a search says how many records have most of the words', async () => {
    const { page } = tab;
    await openSearch();
    await page.getByRole('combobox', { name: 'Query', exact: true }).fill('nordlund oak shelf long');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const hits = page.getByRole('region', { name: 'Hits' });
    await hits.getByRole('status').getByText('1 record, then 2 that lack words ·').waitFor();
    await hasCount(hits.getByText('lacks words of the query'), 2);
  });

  test('a search is in the address: a reload keeps it, Back has the one before', async () => {
    const { page } = tab;
    await openSearch();
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    const filter = page.getByLabel('Filter', { exact: true });
    const kern = page.getByRole('region', { name: 'Facets' }).getByLabel('Kern (1)');
    const hits = page.getByRole('region', { name: 'Hits' });
    await query.fill('shelf');
    // The suggestions would lie above the options.
    await query.press('Escape');
    await page.getByText(optionsText).click();
    await filter.fill('brand != "No: one"');
    await page.getByLabel('Typos allowed').uncheck();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await kern.check();
    await hits.getByRole('status').getByText('1 record ·').waitFor();
    await query.fill('not sent');
    await page.reload();
    await hits.getByRole('status').getByText('1 record ·').waitFor();
    await page.getByLabel('Typos allowed').and(page.locator(':not(:checked)')).waitFor();
    expect([await query.inputValue(), await filter.inputValue(), await kern.isChecked()]).toEqual([
      'shelf',
      'brand != "No: one"',
      true,
    ]);
    expect(await tab.accessFaults()).toEqual([]);
    await page.goBack();
    await kern.and(page.locator(':not(:checked)')).waitFor();
    expect(await query.inputValue()).toBe('shelf');
    await page.goBack();
    await query.and(page.locator('[value=""]')).waitFor();
    await page.goForward();
    await page.goForward();
    await hits.getByRole('status').getByText('1 record ·').waitFor();
  });

  test('a setting is saved, and one that names no field is warned of at its place', async () => {
    const { page } = tab;
    await openPart('Settings');
    await page.getByText('Nothing is changed').waitFor();
    await page.getByLabel('What a record is called, singular').fill('article');
    await page.getByLabel('What a record is called, plural').fill('articles');
    await page.getByText('What the changes do').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Nothing is changed').waitFor();
    const { body } = await stack.v1<{ settings: object }>('/indexes/shelves/settings');
    expect(body.settings).toEqual({ noun: { singular: 'article', plural: 'articles' } });
    await page.getByLabel('Facets').fill('no_such_field');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByLabel('Facets').and(page.locator('[aria-invalid]')).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    // The browser tells of the name and of the filter that were refused, and of nothing else.
    expect(tab.problems).toEqual(Array(2).fill(expect.stringContaining('status of 400')));
  });
});
