import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const pictureHost = 'https://pictures.example';
const colours = ['Amber', 'Blue', 'Cyan', 'Green', 'Lime', 'Pink', 'Red', 'White'];
const hues = ['#d9902f', '#3567b8', '#35a3b8', '#3f8a4a', '#93b83a', '#d98aa8', '#b8433a', '#e4ddcf'];
const kinds = ['floor lamp', 'table lamp', 'wall lamp'];

/** Lamps in eight colours, whose prices grow with their ids; one has no picture, one is reduced and sold out. */
const lamps = colours.flatMap((color, at) =>
  kinds.map((kind, kindAt) => {
    const place = at * kinds.length + kindAt;
    return {
      id: `lamp-${String(place + 1).padStart(2, '0')}`,
      title: `${color} ${kind} with linen shade`,
      brand: ['Nordlund', 'Kern', 'Tallow'][kindAt],
      color,
      price: 20 + place * 5,
      currency: 'EUR',
      ...(place === 1 && {
        list_price: 40,
        in_stock: false,
        description: '<p>Oak &amp; <b>brass</b>.</p>',
      }),
      ...(place > 0 && { image: `${pictureHost}/${at}/${kindAt}.svg` }),
    };
  }),
);

/** Drawing of a lamp in the colour that the address names. */
const drawing = (address: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="#fff"/>
    <path d="M70 40h60l25 60H45z" fill="${hues[Number(/\/(\d)\//.exec(address)?.[1])]}"/>
    <path d="M97 100h6v70h-6zM70 168h60v8H70z" fill="#5a5248"/>
  </svg>`;

inBrowser('the search of products in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('lamps');
    await stack.stage('lamps', lamps);
    await stack.built('lamps');
    browser = await openBrowser(executable!);
    await browser.context.route(`${pictureHost}/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: drawing(route.request().url()) }),
    );
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  /** Opens the search afresh, from another page. */
  async function search(query = ''): Promise<void> {
    await tab.open('/products/indexes', 'Product indexes');
    await tab.open(`/products/indexes/lamps/search${query}`, 'lamps');
  }
  const hits = () => tab.page.getByRole('region', { name: 'Hits' });
  const facets = () => tab.page.getByRole('region', { name: 'Facets' });
  const status = (text: string | RegExp) => hits().getByRole('status').getByText(text).waitFor();
  /** Parameters of the search in the address. */
  const inAddress = () => Object.fromEntries(new URLSearchParams(tab.page.url().split('?')[1] ?? ''));

  test('hits are cards with their picture, title, brand and price', async () => {
    const { page } = tab;
    await search('?query=amber');
    await status('3 records ·');
    const card = hits().getByRole('listitem').filter({ hasText: 'Amber table lamp with linen shade' });
    await card.getByText('Kern', { exact: true }).first().waitFor();
    await card.getByText('€25.00', { exact: true }).waitFor();
    await card.getByText('before €40.00').waitFor();
    await card.getByText('Not in stock').waitFor();
    await card.getByText('Oak & brass.').first().waitFor();
    // The policy of the page lets the picture in, and its host learns no address.
    await page.waitForFunction(() => {
      const { images } = (
        globalThis as unknown as { document: { images: ArrayLike<{ naturalWidth: number }> } }
      ).document;
      return Array.from(images).filter(({ naturalWidth }) => naturalWidth > 0).length === 2;
    });
    expect(await card.locator('img').getAttribute('referrerpolicy')).toBe('no-referrer');
    await hits().getByText('No picture').waitFor();
    await hits().getByLabel('Pictures').uncheck();
    await hasCount(hits().locator('img'), 0);
    expect(inAddress()).toEqual({ query: 'amber', pictures: 'off' });
    await card.getByText('Explain').click();
    await card.getByText('1 of 1, 1 in primary fields').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('what narrows the hits stands above them, and is removed there', async () => {
    const { page } = tab;
    await search();
    await status('24 records ·');
    const chosen = page.getByRole('group', { name: 'Chosen filters' });
    const { length: before } = await facets()
      .getByRole('group', { name: 'Color' })
      .getByRole('checkbox')
      .all();
    expect(before).toBe(6);
    await facets().getByRole('button', { name: 'Show 2 more' }).click();
    await facets().getByLabel('White (3)').check();
    await status('3 records ·');
    await facets().getByLabel('Red (3)').check();
    await status('6 records ·');
    const price = facets().getByRole('group', { name: 'Price' });
    await price.getByLabel('From').fill('115');
    await price.getByLabel('From').press('Enter');
    await status('5 records ·');
    expect(inAddress()).toEqual({ 'facet.color': '"Red"', 'range.price': '115..', more: 'color' });
    await hasCount(chosen.getByRole('button'), 4);
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('search');
    await page.reload();
    await chosen.getByRole('button', { name: 'Remove Price: from 115' }).click();
    await status('6 records ·');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Chosen filters');
    await page.goBack();
    await status('5 records ·');
    await chosen.getByRole('button', { name: 'Clear all' }).click();
    await status('24 records ·');
    await hasCount(chosen.getByRole('button'), 0);
  });

  test('a search without hits offers to leave its filters out', async () => {
    const { page } = tab;
    await search(`?query=amber&filter=${encodeURIComponent('price > 1000')}`);
    await hits().getByRole('heading', { name: 'No hits for “amber”' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await hits().getByRole('button', { name: 'Search without the filters' }).click();
    await status('3 records ·');
    expect(inAddress()).toEqual({ query: 'amber' });
    await page.goBack();
    await hits().getByRole('button', { name: 'Show all records' }).waitFor();
  });

  test('hits are sorted and shown as a list, which a reload keeps', async () => {
    const { page } = tab;
    await search('?query=lamp');
    await hits().getByLabel('Sort by').selectOption({ label: 'price, highest first' });
    await hits().getByRole('button', { name: 'List' }).click();
    await hits().getByRole('listitem').first().getByRole('heading', { name: 'White wall lamp' }).waitFor();
    await page.reload();
    await hits().getByRole('listitem').first().getByRole('heading', { name: 'White wall lamp' }).waitFor();
    await hits().getByRole('button', { name: 'List', pressed: true }).waitFor();
    expect(inAddress()).toEqual({ query: 'lamp', sort: 'price', order: 'desc', view: 'list' });
    expect(await tab.accessFaults()).toEqual([]);
    await hits().getByRole('button', { name: 'Next page' }).click();
    await hasCount(hits().getByRole('listitem'), 4);
  });

  test('while a query is typed, the keyboard chooses among queries and records', async () => {
    const { page } = tab;
    await search();
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    const entry = (name: string) => suggestions.getByRole('option', { name });
    await query.fill('amber');
    await entry('Amber floor lamp with linen shade').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await query.press('Escape');
    await suggestions.waitFor({ state: 'hidden' });
    await query.fill('white');
    await entry('White floor lamp with linen shade').waitFor();
    await query.press('ArrowUp');
    const selected = suggestions.getByRole('option', { selected: true });
    const chosen = await selected.locator('span').first().innerText();
    await query.press('Enter');
    await suggestions.waitFor({ state: 'hidden' });
    await hits().getByRole('heading', { name: chosen }).waitFor();
    expect(inAddress()).toEqual({ query: chosen });
    expect(await query.inputValue()).toBe(chosen);
  });

  test('a misspelt query offers the right one, and says which hits it has', async () => {
    const { page } = tab;
    await search();
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    await query.pressSequentially('linnen');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await suggestions
      .getByRole('option', { name: /^linen/ })
      .first()
      .waitFor();
    await query.press('Enter');
    await hits().getByText('none has “linnen” as it is written', { exact: false }).waitFor();
    await hits().getByText('Hits for linen').waitFor();
    expect(tab.problems).toEqual([]);
  });
});
