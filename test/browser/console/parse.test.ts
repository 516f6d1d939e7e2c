import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const workbook = path.resolve('examples', 'quarterly-report.xlsx');
const publicUrl = 'https://sheaf.example';
const manual = path.resolve('examples', 'pump-manual.pdf');

inBrowser('workbooks in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
    // Links to pictures have the public address of the service.
    await browser.context.route(`${publicUrl}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: stack.api.baseUrl + pathname + search }) });
    });
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  /** Text of the file that an action downloads, with its name. */
  async function downloaded(act: () => Promise<void>): Promise<{ name: string; text: string }> {
    const started = tab.page.waitForEvent('download');
    await act();
    const download = await started;
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  }

  test('a dropped workbook becomes a picture of what the parser understood', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    await page.getByText('No file has been parsed yet.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(workbook);
    const grid = page.getByRole('listbox', { name: 'Chunks of the sheet Sales Q3' });
    const panel = page.getByRole('region', { name: 'Selected chunk' });
    // The first data below a header is selected when the result opens.
    await panel.getByRole('heading', { name: 'Chunk 3: data' }).waitFor();
    const facts = panel.getByRole('row', { name: 'Facts of C' });
    expect(await facts.getByRole('cell').allTextContents()).toEqual(['607', '2,130', '3,771', '3']);
    const fits =
      'document.querySelector(".facts-table").scrollWidth <= document.querySelector(".facts-table").clientWidth';
    expect(await page.evaluate(fits)).toBe(true);
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('parse');

    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('heading', { name: 'Chunk 4: subtotal' }).waitFor();
    await page.getByRole('button', { name: 'Assumptions hidden' }).click();
    await page.getByRole('option', { name: 'Chunk 33, header, A1:C1' }).waitFor();

    await page.getByText('tables as data').click();
    const table = await downloaded(() => page.getByRole('button', { name: 'CSV of A1:C' }).first().click());
    expect(table.name).toMatch(/^tbl_\d_A1\.csv$/);
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('a chunk is downloaded as CSV, Markdown and JSON, and its whole table as CSV', async () => {
    const { page } = tab;
    await openWorkbook('?sheet=Sales+Q3&chunk=3');
    const panel = page.getByRole('region', { name: 'Selected chunk' });
    const chunk = panel.getByRole('group', { name: 'This chunk as a file' });
    const download = () => chunk.getByRole('button', { name: 'Download' }).press('Enter');
    const csv = await downloaded(download);
    expect(csv.name).toBe('chunk-3-A7-J9.csv');
    expect(csv.text.split('\r\n').map((line) => line.split(',').slice(0, 3))).toEqual([
      ['Region', 'Country', 'July / Units'],
      ['DACH', 'Germany', '607'],
      ['DACH', 'Austria', '"1'],
      ['DACH', 'Switzerland', '"2'],
      [''],
    ]);
    await chunk.getByLabel('Format of the chunk').selectOption('Markdown');
    const markdown = await downloaded(download);
    expect(markdown.text.split('\n')[2]).toMatch(/^\| DACH \| Germany \| 607 \|/);
    await chunk.getByLabel('Format of the chunk').selectOption('JSON');
    const rows = JSON.parse((await downloaded(download)).text) as Record<string, string>[];
    expect(rows.map((row) => row['July / Units'])).toEqual(['607', '1,034', '2,130']);
    const whole = await downloaded(() =>
      panel.getByRole('button', { name: 'CSV of the whole table' }).press('Enter'),
    );
    expect(whole.text).toContain('Subtotal Nordics');
    expect(tab.problems).toEqual([]);
  });

  test('a chart of a workbook is drawn, and its values are a table too', async () => {
    const { page } = tab;
    await openWorkbook('?sheet=Overview&chunk=14');
    const panel = page.getByRole('region', { name: 'Selected chunk' });
    await panel.getByText('Net sales against target, Q3 2026', { exact: true }).waitFor();
    await hasCount(panel.locator('.chart rect'), 6);
    await panel.getByText('Values of the chart').click();
    const july = panel.getByRole('row', { name: 'July' });
    expect(await july.getByRole('cell').allTextContents()).toEqual([
      expect.stringMatching(/^634,901/),
      '620,000',
    ]);
    await hasCount(page.locator('.figure-chart rect'), 6);
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByText('The same request as curl').click();
    const curl = await page.getByLabel('Request as curl').innerText();
    expect(curl).toContain("FILE='quarterly-report.xlsx'");
    expect(curl).toContain('/v3/parse/spreadsheets');
    expect(curl).not.toContain(stack.key.text);
    expect(tab.problems).toEqual([]);
  });

  test('a dropped document is shown as its pages beside rendered Markdown, whose source can be saved', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(manual);
    const text = page.getByRole('group', { name: 'Text of the document' });
    await text.getByRole('heading', { name: 'Harbour pump HP-4' }).waitFor();
    await text.getByRole('cell', { name: 'Rinse with fresh water' }).waitFor();
    await page.getByText('1 page · ').waitFor();
    // A region leads to its text.
    const view = page.getByRole('region', { name: 'Page', exact: true });
    await view.getByRole('button', { name: 'Maintenance' }).press('Enter');
    await text.locator('[aria-current=true]').getByText('Maintenance').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    const file = await downloaded(() => page.getByRole('button', { name: 'Download Markdown' }).click());
    expect(file.name).toBe('pump-manual.md');
    await page.getByRole('button', { name: 'Source' }).click();
    await page
      .getByRole('group', { name: 'Source of the document' })
      .getByText('# Harbour pump HP-4')
      .waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('the text of a document never becomes markup', async () => {
    const { page } = tab;
    const content =
      '# A <img src=x onerror="document.title=1">\n\n<script>document.title = 2</script>\n\n[x](javascript:3)\n';
    await tab.open('/parse', 'Parse');
    const file = { name: 'hostile.md', mimeType: 'text/markdown', buffer: Buffer.from(content) };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    const text = page.getByRole('group', { name: 'Text of the document' });
    await text.getByRole('heading', { level: 2 }).waitFor();
    expect(await text.locator('img, script, a[href^=javascript]').count()).toBe(0);
    expect(await page.title()).toBe('hostile.md · Sheaf');
    expect(tab.problems).toEqual([]);
  });

  test('a failed job says its code, id and cost, and is parsed again', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    const file = { name: 'noise.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    const failure = page.getByRole('region', { name: 'What became of the job' });
    await failure.getByText('The PDF is damaged beyond repair.').waitFor();
    await failure.getByText('unsupported_file_type').waitFor();
    await failure.getByText('0 credits').waitFor();
    const idOf = () => /parse\/(prs_\w+)/.exec(page.url())?.[1];
    const first = idOf()!;
    await failure.getByText(first, { exact: true }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await failure.getByRole('button', { name: 'Parse again' }).press('Enter');
    await page.waitForURL((url) => url.hash.includes('/parse/prs_') && !url.hash.includes(first));
    await failure.getByText(idOf()!, { exact: true }).waitFor();
    await page.reload();
    await failure.getByRole('button', { name: 'Parse again' }).waitFor();
    // An upload that is gone leads to the form.
    await page.route('**/v3/parse/documents', (route) =>
      route.fulfill({ status: 400, json: { error: 'upload_expired', message: 'The upload has expired.' } }),
    );
    await failure.getByRole('button', { name: 'Parse again' }).click();
    await failure.getByRole('link', { name: 'Choose the file again' }).click();
    await page.unroute('**/v3/parse/documents');
    await page.getByRole('heading', { level: 1, name: 'Parse' }).waitFor();
    expect(tab.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
  });

  /** Opens the parsed workbook at a place. */
  async function openWorkbook(place: string): Promise<void> {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    const link = page.getByRole('link', { name: 'quarterly-report.xlsx' });
    const target = await link.getAttribute('href');
    await tab.open(`${target!.replace(/^.*#/, '')}${place}`, 'quarterly-report.xlsx');
  }

  test('a file that is no workbook is refused with a sentence, and the page stays', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    const file = { name: 'book.xlsx', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await page.getByRole('alert').getByText('unsupported_file_type').waitFor();
    await page.getByRole('link', { name: 'quarterly-report.xlsx' }).waitFor();
  });
});
