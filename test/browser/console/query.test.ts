import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const manual = path.resolve('examples', 'pump-manual.pdf');
const texts = {
  'seal.txt': 'A worn shaft seal leaks. <img src=x onerror="document.title=\'hit\'"> Replace the seal.',
  'filter.txt': 'A clogged filter starves the pump. Rinse the filter with clean water.',
  'bearing.txt': 'A dry bearing howls. Grease the bearing of the pump every year.',
};

inBrowser('questions in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    for (const [filename, content] of Object.entries(texts)) {
      const metadata = { year: filename === 'seal.txt' ? 2026 : 2020 };
      const job = stack.index('text', { content, filename, custom_metadata: metadata });
      await stack.indexed(await stack.accepted(job));
    }
    for (const name of ['empty-shelf', 'notes', 'pumps']) await stack.createCollection(name);
    const note = { content: 'Change the oil.', filename: 'oil.txt' };
    await stack.indexed(await stack.accepted(stack.index('text', note, { collection: 'notes' })));
    const form = new FormData();
    form.append('files', new Blob([readFileSync(manual)]), 'pump-manual.pdf');
    const request = { key: stack.key.text, body: form };
    await stack.indexed(await stack.accepted(stack.api.request('/v2/collections/pumps/index/file', request)));
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  /** Parameters of the query page in the address. */
  const inAddress = (): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(new URL(tab.page.url()).hash.split('?')[1]));

  test('two configurations are compared, and each query leads to its record', async () => {
    const { page } = tab;
    const b = { filter: { year: { $gte: 2026 } } };
    const address = { collection: 'manuals', q: "a pump's worn seal", b: JSON.stringify(b) };
    await tab.open(`/query?${new URLSearchParams(address).toString()}`, 'Query');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('From A to B: 1 stay, 0 rise, 0 fall, 0 are new, 2 are gone.').waitFor();
    const second = page.getByRole('region', { name: 'Answer B' });
    expect(await second.locator('mark').first().textContent()).toBe('worn');
    // Texts of documents are no markup.
    expect(await page.title()).toBe('Query · Sheaf');
    await second.getByText('The same request as curl and as client code').click();
    const curl = await second.getByLabel('Request as curl').innerText();
    expect(curl).toContain('$SHEAF_API_KEY');
    expect(curl).toContain('"$gte": 2026');
    // A shell takes the whole body as one word.
    expect(curl).toContain(String.raw`a pump'\''s worn seal`);
    expect(await page.content()).not.toContain(stack.key.text);
    expect(await tab.accessFaults()).toEqual([]);

    await second.getByRole('link', { name: 'Stored query' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stored query' }).waitFor();
    await page.getByRole('list', { name: 'Time by stage' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.goBack();
    // The answers are still there, and nothing was asked again.
    await page.getByText('2 are gone').waitFor();
    const { body } = await stack.api.request<{ queries: unknown[] }>('/v2/queries', { key: stack.key.text });
    expect(body.queries).toHaveLength(2);
    expect(tab.problems).toEqual([]);
  });

  test('a question is asked, and a result opened at its region, by keyboard alone', async () => {
    const { page } = tab;
    await tab.open('/history', 'History');
    await tab.open('/query', 'Query');
    // The question has the focus, and the newest collection with documents is chosen.
    await page.waitForFunction('document.querySelector(".collection-choice")?.value === "pumps"');
    await page.keyboard.type('replace the bearings in pairs');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(/^4 results in .* · semantic ratio \d/).waitFor();
    const first = answer.getByRole('listitem').first();
    expect(await first.locator('mark').allTextContents()).toContain('Bearings');
    await first.getByText('Harbour pump HP-4 › Maintenance').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('query');
    do await page.keyboard.press('Tab');
    while ((await page.evaluate('document.activeElement.textContent')) !== 'pump-manual.pdf');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'pump-manual.pdf' }).waitFor();
    const region = page
      .getByRole('region', { name: 'Page', exact: true })
      .locator('[aria-pressed=true].table');
    await region.filter({ hasText: 'Bearings' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.goBack();
    await first.waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Question');
    expect(tab.problems).toEqual([]);
  });

  test('settings are changed in a drawer by keyboard, and stand beside the question as chips', async () => {
    const { page } = tab;
    await tab.open('/query?collection=manuals&q=seal', 'Query');
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await settings.press('Enter');
    await drawer.getByLabel('Results', { exact: true }).fill('1');
    await drawer.getByLabel('Filter').fill('{ "year": 2026 }');
    expect(await tab.accessFaults()).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await settings.evaluate('document.activeElement.textContent')).toBe('Settings');
    const chips = page.getByRole('group', { name: 'Chosen in Settings' });
    await hasCount(chips.getByRole('button'), 2);
    await page.getByLabel('Question').press('Enter');
    await page.getByText('1 result in').waitFor();
    expect(inAddress().a).toBe('{"limit":1,"filter":{"year":2026}}');
    expect(await tab.accessFaults()).toEqual([]);
    await chips.getByRole('button', { name: 'Remove Filter: {"year":2026}' }).press('Enter');
    await hasCount(chips.getByRole('button'), 1);
    await page.getByLabel('Question').press('Enter');
    await page.waitForFunction('location.hash.endsWith(encodeURIComponent(\'{"limit":1}\'))');
    expect(tab.problems).toEqual([]);
  });

  test('several collections are asked at once, and each result names its own', async () => {
    const { page } = tab;
    await tab.open('/query?collection=manuals&collection=notes&q=oil', 'Query');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('listitem').filter({ hasText: 'oil.txt' }).getByText('notes · score').waitFor();
    await hasCount(answer.getByRole('link', { name: /^Stored query of/ }), 2);
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('group', { name: 'Collections' }).getByLabel('manuals').uncheck();
    await page.getByLabel('Question').press('Enter');
    await hasCount(answer.getByRole('link', { name: 'Stored query', exact: true }), 1);
    expect(inAddress()).toEqual({ collection: 'notes', q: 'oil' });
    expect(tab.problems).toEqual([]);
  });

  test('a key without a collection is led to where one is created', async () => {
    const { text: key } = await stack.api.createKey({ organization: 'newcomer' });
    const first = await openConsole(browser.context, stack.api.baseUrl, key);
    await first.open('/query', 'Query');
    await first.page.getByRole('heading', { name: 'There is nothing to ask yet' }).waitFor();
    expect(await first.accessFaults()).toEqual([]);
    await first.page.getByRole('link', { name: 'Go to the collections' }).press('Enter');
    await first.page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor();
    expect(first.problems).toEqual([]);
    await first.close();
  });

  test('where nothing is found, the page asks again without what leaves everything out', async () => {
    const { page } = tab;
    const a = { filter: { year: 1999 } };
    const address = { collection: 'manuals', q: 'worn seal', a: JSON.stringify(a) };
    await tab.open(`/query?${new URLSearchParams(address).toString()}`, 'Query');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Ask without “Filter: {"year":1999}”' }).click();
    await page.getByText('Replace the seal.').waitFor();
    expect(inAddress()).toEqual({ collection: 'manuals', q: 'worn seal' });
    await page.getByLabel('Collection').selectOption('empty-shelf');
    await page.getByLabel('Question').press('Enter');
    await page.getByRole('link', { name: 'Index files into empty-shelf' }).waitFor();
    expect(tab.problems).toEqual([]);
  });

  test('what the API refuses stands at the field, in the drawer that opens', async () => {
    const { page } = tab;
    const a = { filter: { year: { $about: 2026 } } };
    const address = { collection: 'manuals', q: 'seal', a: JSON.stringify(a) };
    await tab.open(`/query?${new URLSearchParams(address).toString()}`, 'Query');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.getByText('year.$about is not an operator', { exact: true }).waitFor();
    const filter = drawer.getByLabel('Filter');
    expect(await filter.getAttribute('aria-invalid')).toBe('true');
    // The browser reports every answer of 400 and above.
    expect(tab.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    await filter.fill('{ "year": ');
    await drawer.getByText('This is not JSON').waitFor();
    await filter.fill('');
    await drawer.getByRole('button', { name: 'Ask with these settings' }).click();
    await page.getByText('Replace the seal.').waitFor();
    expect(tab.problems).toEqual([]);
  });

  test('a value that cannot be sent keeps the drawer open, and has the focus', async () => {
    const { page } = tab;
    await tab.open('/query?collection=manuals&q=seal', 'Query');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    const results = drawer.getByLabel('Results', { exact: true });
    await results.fill('500');
    await drawer.getByRole('button', { name: 'Close' }).click();
    expect(await results.evaluate('document.activeElement.value')).toBe('500');
    await results.fill('5');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(tab.problems).toEqual([]);
  });

  test('types of relations are asked for without the spaces between them', async () => {
    const { page } = tab;
    // The form begins anew.
    await tab.open('/history', 'History');
    await tab.open('/query?collection=manuals&q=seal', 'Query');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const types = page.getByRole('textbox', { name: 'Types of relations' });
    await types.pressSequentially('cites, part_of,');
    expect(await types.inputValue()).toBe('cites, part_of,');
    await page.getByRole('button', { name: 'Ask with these settings' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByRole('link', { name: 'Stored query' }).waitFor();
    expect(JSON.parse(inAddress().a!)).toEqual({ relation_types: ['cites', 'part_of'] });
  });

  test('what is typed into a filter in the address stays as it is typed', async () => {
    const { page } = tab;
    // Its offsets had seconds before 1893, such as in the year 2, which a year begins with.
    const protocol = await browser.context.newCDPSession(page);
    await protocol.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
    const query = new URLSearchParams({ from: '2026-11-27T00:30:30.000Z' }).toString();
    await tab.open(`/history?${query}`, 'History');
    const collection = page.getByLabel('Collection');
    await collection.pressSequentially('uals');
    await collection.press('Home');
    await collection.pressSequentially('man');
    expect(await collection.inputValue()).toBe('manuals');
    const from = page.getByLabel('From', { exact: true });
    expect(await from.inputValue()).toBe('2026-11-27T01:30:30');
    await from.focus();
    for (const key of ['Tab', 'Tab', '2', '0', '2', '5']) await page.keyboard.press(key);
    expect(await from.inputValue()).toBe('2025-11-27T01:30:30');
    expect(page.url()).toContain(`from=${encodeURIComponent('2025-11-27T00:30:30.000Z')}`);
    await protocol.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    expect(tab.problems).toEqual([]);
  });

  test('a bar of the histogram leads to its queries', async () => {
    const { page } = tab;
    await tab.open('/history/latency', 'Latency');
    await page.locator('.plot canvas').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    const bins = page.getByRole('table', { name: 'Queries by time' });
    const link = bins.getByRole('link').last();
    const count = Number(await link.textContent());
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    const rows = page.getByRole('table', { name: 'Queries' }).getByRole('row');
    await hasCount(rows, count + 1);
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('the time of a single query is told as a number, without a histogram of one bar', async () => {
    const { page } = tab;
    const { key } = stack;
    const asked = await stack.api.request('/v2/collections/manuals/query', {
      key: key.text,
      json: { query: 'a worn seal' },
    });
    expect(asked.status).toBe(200);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const measured = async () => {
      const params = { from, to: new Date().toISOString(), api_version: 'v2', refresh: 'true' };
      const { body } = await stack.api.request<{ counts: { measured: number } }>(
        `/v2/queries/latency?${new URLSearchParams(params).toString()}`,
        { key: key.text },
      );
      return body.counts.measured;
    };
    while ((await measured()) === 0);
    await tab.open('/history/latency?api_version=v2', 'Latency');
    await page.getByText(/^The query took \d+ ms\.$/).waitFor();
    await hasCount(page.locator('.plot'), 0);
    const bins = page.getByRole('table', { name: 'Queries by time' });
    await hasCount(bins.getByRole('row'), 2);
    expect(await bins.getByRole('link').textContent()).toBe('1');
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('an evaluation is started, scored, and read down to a question', async () => {
    const { page } = tab;
    const lines = [
      { id: 'q/1', query: 'a worn seal', expected_files: ['seal.txt'] },
      { id: 'q2', query: 'the filter', expected_files: ['filter.txt'] },
    ];
    await tab.open('/evaluations', 'Evaluations');
    await page.getByText('No query has been evaluated yet.').waitFor();
    const form = page.getByRole('form', { name: 'Start an evaluation' });
    await form.getByLabel('Collection').fill('manuals');
    await form.getByLabel('Cases').setInputFiles({
      name: 'cases.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
    });
    await form.getByRole('button', { name: 'Start' }).click();
    const scores = page.getByRole('table', { name: 'Scores' });
    await scores.waitFor();
    expect(await scores.getByRole('row').nth(1).innerText()).toContain('100%');
    await page.getByRole('table', { name: /^Paired differences/ }).waitFor();
    const answer = page.getByRole('link', { name: 'found at 1: answer for q/1 under keyword', exact: true });
    await answer.waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await answer.click();
    await page.getByRole('heading', { level: 1, name: 'Answer for q/1 under keyword' }).waitFor();
    await page.getByText('Replace the seal.').waitFor();

    await tab.open('/evaluations', 'Evaluations');
    const started = page.getByRole('table', { name: 'Evaluations' }).getByRole('row').nth(1);
    await started.waitFor();
    expect(await started.innerText()).toMatch(
      /manuals\s+completed\s+100\s?%\s+2\s+keyword, hybrid\s+keyword/,
    );
    expect(await tab.accessFaults()).toEqual([]);
    await started.getByRole('link').click();
    await scores.waitFor();
    expect(tab.problems).toEqual([]);
  });
});
