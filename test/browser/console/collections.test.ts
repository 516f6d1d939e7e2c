import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const manual = path.resolve('examples', 'pump-manual.pdf');
const manyDocuments = 10_000;

inBrowser('collections in the console', () => {
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

  test('files are dropped into a new collection, and each is followed to its end', async () => {
    const { page } = tab;
    await tab.open('/collections', 'Collections');
    await page.getByRole('button', { name: 'Create a collection' }).click();
    await page.getByLabel('Name').fill('-');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('must have 3 to 63 letters').waitFor();
    await page.getByLabel('Name').fill('pumps');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'pumps' }).waitFor();
    await page.getByText('Options for the files').click();
    await page.getByLabel('Custom metadata of each document').fill('{"year": 2026}');
    await page.getByLabel('Drop files here to index them, or choose some').setInputFiles([
      { name: 'pump-manual.pdf', mimeType: 'application/pdf', buffer: readFileSync(manual) },
      { name: 'noise.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') },
    ]);
    await page.getByText('2 of 2 files, 1 failed').waitFor();
    await page.getByText('The PDF is damaged beyond repair.').waitFor();
    await page.getByLabel('Filter by metadata').fill('{"year": 2025}');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('No document has such metadata.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('table', { name: 'Documents' }).getByText('indexed').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
  });

  test('a page is drawn by its regions, and metadata that breaks a rule says so at its key', async () => {
    const { page } = tab;
    await page
      .getByRole('table', { name: 'Documents' })
      .getByRole('link', { name: 'pump-manual.pdf' })
      .click();
    const pageView = page.getByRole('region', { name: 'Page', exact: true });
    await pageView
      .getByRole('button', { name: /heading/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Selected chunk' }).getByText(':0', { exact: false }).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('document');
    await page.getByText('Metadata (1)').click();
    await page.getByLabel('Key 1').fill('$year');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('must not begin with $').waitFor();
    await page.getByLabel('Key 1').fill('edition');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    const { body } = await stack.api.request<{ documents: { custom_metadata: object }[] }>(
      '/v3/collections/pumps/documents?include_custom_metadata=true',
      { key: stack.key.text },
    );
    expect(body.documents.map((document) => document.custom_metadata)).toEqual([{ edition: 2026 }]);
  });

  test('a list of 10,000 documents has few rows in the page, and is wiped once it is confirmed', async () => {
    const { page } = tab;
    await fill('pumps', manyDocuments - 1);
    await tab.open('/collections/pumps', 'pumps');
    const table = page.getByRole('table', { name: 'Documents' });
    await page.locator(`[aria-label="Documents"][aria-rowcount="${manyDocuments + 1}"]`).waitFor();
    const rows = page.getByLabel('Rows: Documents');
    // Each scroll to the end has more rows read, until the last one is there.
    await rows.focus();
    const last = table.locator(`[aria-rowindex="${manyDocuments + 1}"]`);
    do await page.keyboard.press('End');
    while ((await last.count()) === 0);
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Wipe' }).click();
    const wipe = page.getByRole('dialog').getByRole('button', { name: 'Remove 10,000 documents of pumps' });
    expect(await wipe.isDisabled()).toBe(true);
    await page.getByLabel('Type pumps to confirm').fill('pump');
    expect(await wipe.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Wipe' }).click();
    await page.getByLabel('Type pumps to confirm').fill('pumps');
    expect(await tab.accessFaults()).toEqual([]);
    await wipe.click();
    await page.getByText('The collection has no documents yet.').waitFor();
    // The browser tells of the two refusals above, and of nothing else.
    expect(tab.problems).toEqual(Array(2).fill(expect.stringContaining('status of 400')));
  });

  /** Repeats the only document of a collection under other names. */
  async function fill(collection: string, count: number): Promise<void> {
    const { db } = stack.api.mongo;
    const found = await stack.documents(collection);
    const documents = db.collection<{ _id: string; documentId: string }>('documents');
    const row = await documents.findOne({ documentId: found[0]!.document_id });
    if (row === null) throw new Error('no document to repeat');
    const rows = Array.from({ length: count }, (_, number) => {
      const name = `copy-${String(number).padStart(5, '0')}`;
      return { ...row, _id: `${row._id}-${name}`, documentId: `doc-${name}`, identity: name, filename: name };
    });
    await documents.insertMany(rows);
    await db
      .collection('collections')
      .updateOne(
        { organizationId: stack.key.organizationId, name: collection },
        { $inc: { 'counts.documents': count } },
      );
  }
});
