import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { hasCount } from '../has-count';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('lists of collections and documents in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
    for (const name of ['reports-2', 'reports-10', 'letters', 'reports-1'])
      await stack.createCollection(name);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const dialog = () => tab.page.getByRole('dialog');
  /** Names of the rows of a table, in their order. */
  const names = (table: string) =>
    tab.page.getByRole('table', { name: table }).getByRole('link').allInnerTexts();
  const parameters = () => Object.fromEntries(new URLSearchParams(tab.page.url().split('?')[1] ?? ''));
  /** Drags files over the page, or drops them on it. */
  const drag = (event: 'dragenter' | 'dragleave' | 'drop', ...files: [name: string, text: string][]) =>
    tab.page.evaluate(
      `(() => {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of ${JSON.stringify(files)})
          dataTransfer.items.add(new File([text], name, { type: 'text/plain' }));
        document.body.dispatchEvent(
          new DragEvent('${event}', { dataTransfer, bubbles: true, cancelable: true }),
        );
      })()`,
    );

  test('collections are found by name and sorted by a column, which the address keeps', async () => {
    const { page } = tab;
    await tab.open('/collections', 'Collections');
    await page.getByLabel('Search collections').fill('REPORTS');
    await page.getByText(/^3 of /).waitFor();
    expect(await names('Collections')).toEqual(['reports-1', 'reports-2', 'reports-10']);
    const heading = page.getByRole('columnheader', { name: 'Collection' });
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    await heading.getByRole('button').press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(await names('Collections')).toEqual(['reports-10', 'reports-2', 'reports-1']);
    expect(parameters()).toEqual({ search: 'REPORTS', sort: 'Collection', order: 'desc' });
    await page.reload();
    await page.getByText(/^3 of /).waitFor();
    expect(await names('Collections')).toEqual(['reports-10', 'reports-2', 'reports-1']);
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('checkbox', { name: 'Select reports-2' }).check();
    await tab.shoot('collections');
  });

  test('files that are dropped anywhere on the page are indexed, and drags show where', async () => {
    const { page } = tab;
    await tab.open('/collections/letters', 'letters');
    await page.getByText('Options for the files').click();
    await page.getByLabel('Custom metadata of each document').fill('{"year": 2026}');
    const zone = page.getByText('Drop the files to index them in letters');
    await drag('dragenter', ['one.txt', 'x']);
    await zone.waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await drag('dragleave');
    await zone.waitFor({ state: 'detached' });
    await drag('drop', ['one.txt', 'The first letter.'], ['two.txt', 'The second letter.']);
    await page.getByLabel('Custom metadata of each document').fill('{"year": 2025, "kind": "draft"}');
    await drag('drop', ['three.txt', 'The third letter.']);
    const table = page.getByRole('table', { name: 'Documents' });
    await hasCount(table.getByRole('link'), 3);
    await hasCount(table.getByText('indexed'), 3);
  });

  test('files that are dropped while others are being sent are indexed as well', async () => {
    const { page } = tab;
    await stack.createCollection('notes');
    await tab.open('/collections/notes', 'notes');
    // The heading is there before the page takes files.
    const zone = page.getByText('Drop the files to index them in notes');
    while (!(await zone.isVisible())) await drag('dragenter', ['one.txt', 'x']);
    let release: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isSending = new Promise<void>((resolve) => {
      void page.route('**/v3/uploads', async (route) => {
        resolve();
        await released;
        await route.continue();
      });
    });
    await drag('drop', ['one.txt', 'The first note.']);
    await isSending;
    await drag('drop', ['two.txt', 'The second note.']);
    await page.getByText(/^0 of 2 files sent/).waitFor();
    release!();
    await hasCount(page.getByRole('table', { name: 'Documents' }).getByText('indexed'), 2);
    await page.unroute('**/v3/uploads');
    await tab.open('/collections/letters', 'letters');
  });

  test('conditions and JSON are one filter, which the address keeps', async () => {
    const { page } = tab;
    const json = page.getByLabel('Filter by metadata');
    const table = page.getByRole('table', { name: 'Documents' });
    const conditions = page.getByRole('group', { name: 'Conditions' });
    const add = page.getByRole('form', { name: 'Add a condition' });
    await add.getByLabel('Key').fill('year');
    await add.getByLabel('Operator').selectOption('at least');
    await add.getByLabel('Value').fill('2025');
    await add.getByLabel('Value').press('Enter');
    await add.getByLabel('Key').fill('kind');
    await add.getByLabel('Operator').selectOption('exists');
    await add.getByRole('button', { name: 'Add' }).click();
    await hasCount(table.getByRole('link'), 1);
    expect(await json.inputValue()).toBe('{"year":{"$gte":2025},"kind":{"$exists":true}}');
    expect(parameters()).toEqual({ filter: await json.inputValue() });
    expect(await tab.accessFaults()).toEqual([]);
    await conditions.getByRole('button', { name: 'Remove kind exists' }).click();
    await hasCount(table.getByRole('link'), 3);
    await json.fill('{"year": 2026, "$or": [{"filename": "one.txt"}, {"kind": "draft"}]}');
    await json.press('Enter');
    await hasCount(table.getByRole('link'), 1);
    await conditions.getByRole('button', { name: 'Remove year is 2026' }).click();
    await hasCount(table.getByRole('link'), 2);
    await page.reload();
    await conditions.getByRole('button', { name: /^Remove \{"\$or"/ }).click();
    await hasCount(table.getByRole('link'), 3);
    expect(parameters()).toEqual({});
  });

  test('documents are selected and deleted, and one that fails is named while the others go', async () => {
    const { page } = tab;
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('3 documents selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select one.txt' }).uncheck();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await dialog().getByText('2 documents with 2 chunks are deleted from letters').waitFor();
    const confirm = dialog().getByRole('button', { name: 'Delete 2 documents' });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await tab.accessFaults()).toEqual([]);
    const stopped = await documentId('three.txt');
    await page.route(`**/documents/${stopped}`, (route) => route.fulfill(refusal));
    await dialog().getByLabel('Type delete 2 to confirm').fill('delete 2');
    await page.keyboard.press('Enter');
    await dialog().getByText('1 of 2 documents deleted, 1 failed').waitFor();
    await dialog().getByText('three.txt: The document is locked.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await hasCount(page.getByRole('table', { name: 'Documents' }).getByRole('link'), 2);
    await page.getByText('1 document selected').waitFor();
    await page.unroute(`**/documents/${stopped}`);
  });

  test('collections are selected and deleted after the number was typed', async () => {
    const { page } = tab;
    await tab.open('/collections?search=reports', 'Collections');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await dialog().getByText('3 collections with 0 documents are deleted').waitFor();
    await dialog().getByLabel('Type delete 3 to confirm').fill('delete 3');
    await dialog().getByRole('button', { name: 'Delete 3 collections' }).click();
    await dialog().getByText('3 of 3 collections deleted').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByText('No collection has this in its name.').waitFor();
    await page.getByLabel('Search collections').fill('');
    await page.getByRole('link', { name: 'letters' }).waitFor();
    // The browser tells of the deletion that was refused, and of nothing else.
    expect(tab.problems).toEqual([expect.stringContaining('status of 409')]);
  });

  const refusal = {
    status: 409,
    contentType: 'application/json',
    body: JSON.stringify({ error: 'document_locked', message: 'The document is locked.', details: null }),
  };

  async function documentId(filename: string): Promise<string> {
    const documents = await stack.documents('letters');
    return documents.find((document) => document.filename === filename)!.document_id;
  }
});
