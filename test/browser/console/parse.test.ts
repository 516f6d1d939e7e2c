import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const workbook = path.resolve('examples', 'quarterly-report.xlsx');
const manual = path.resolve('examples', 'pump-manual.pdf');

inBrowser('workbooks in the console', () => {
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

  test('a dropped workbook becomes a picture of what the parser understood', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    await page.getByText('No file has been parsed yet.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(workbook);
    const grid = page.getByRole('listbox', { name: 'Chunks of the sheet Sales Q3' });
    await grid.getByRole('option', { name: 'Chunk 3, data, A7:J9' }).click();

    const panel = page.getByRole('region', { name: 'Selected chunk' });
    await panel.getByRole('heading', { name: 'Chunk 3: data' }).waitFor();
    const facts = panel.getByRole('row', { name: 'C July / Units' });
    await facts.waitFor();
    expect(await facts.getByRole('cell').allTextContents()).toEqual(['607', '2,130', '3,771', '3']);
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('parse');

    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('heading', { name: 'Chunk 4: subtotal' }).waitFor();
    await page.getByRole('button', { name: 'Assumptions hidden' }).click();
    await page.getByRole('option', { name: 'Chunk 33, header, A1:C1' }).waitFor();

    await page.getByText('tables as data').click();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of A1:C' }).first().click();
    expect((await started).suggestedFilename()).toMatch(/^tbl_\d_A1\.csv$/);
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('a dropped document is shown as Markdown, which can be saved', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(manual);
    await page
      .getByRole('group', { name: 'Text of the document' })
      .getByText('# Harbour pump HP-4')
      .waitFor();
    await page.getByText('1 page · ').waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Markdown' }).click();
    expect((await started).suggestedFilename()).toBe('pump-manual.md');
    expect(await tab.accessFaults()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });

  test('a file that is no workbook is refused with a sentence, and the page stays', async () => {
    const { page } = tab;
    await tab.open('/parse', 'Parse');
    const file = { name: 'book.xlsx', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await page.getByRole('alert').getByText('unsupported_file_type').waitFor();
    await page.getByRole('link', { name: 'quarterly-report.xlsx' }).waitFor();
  });
});
