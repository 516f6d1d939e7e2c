import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('the palette of the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;
  let indexJobId: string;

  beforeAll(async () => {
    stack = await startStack();
    const text = { content: 'A worn shaft seal leaks.', filename: 'seal.txt' };
    indexJobId = await stack.accepted(stack.index('text', text));
    await stack.indexed(indexJobId);
    await stack.createIndex('lamps');
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const field = () => tab.page.getByRole('combobox', { name: 'Search or go to' });
  const chosen = () => tab.page.getByRole('option', { selected: true });

  /** Opens the palette by its keys, types, waits for the chosen entry, and opens its page by Enter. */
  async function goTo(text: string, entry: string, path: string): Promise<void> {
    const { page } = tab;
    await page.keyboard.press('Control+k');
    await field().fill(text);
    await page.getByRole('option', { selected: true, name: entry, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ hash }) => hash.startsWith(`#${path}`));
    await field().waitFor({ state: 'detached' });
  }

  test('the keyboard alone leads to a page, a collection and an index, and back to where it was', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Search or go to…' }).focus();
    await page.keyboard.press('Enter');
    await chosen().waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    const first = await chosen().textContent();
    await page.keyboard.press('ArrowDown');
    expect(await chosen().textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await chosen().textContent()).toBe(first);
    // The focus stays in the field, and returns to the button.
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement.closest("dialog") !== null || document.activeElement === document.body',
      ),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Search or go to');

    await goTo('webh', 'Webhooks', '/webhooks');
    await goTo('manu', 'manuals', '/collections/manuals');
    await goTo('lam', 'lamps', '/products/indexes/lamps');
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'manuals' }).waitFor();
    await field().fill('no such thing');
    await page.getByText('Nothing has this name.').waitFor();
    await page.getByRole('status').getByText('0 results').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.keyboard.press('Control+k');
    await field().waitFor({ state: 'detached' });
    expect(tab.problems).toEqual([]);
  });

  test('an id of any kind leads to its page', async () => {
    const { key, api } = stack;
    const documents = await api.request<{ documents: { document_id: string }[] }>(
      '/v2/collections/manuals/documents',
      { key: key.text },
    );
    const documentId = documents.body.documents[0]!.document_id;
    const collection = await api.request<{ collection_id: string }>('/v2/collections/manuals', {
      key: key.text,
    });
    const asked = await api.request<{ query_id: string }>('/v3/collections/manuals/query', {
      key: key.text,
      json: { query: 'seal' },
    });
    const queryId = asked.body.query_id;
    await stack.stage('lamps', [{ id: 'one', title: 'Lamp' }]);
    const { id: buildId } = await stack.built('lamps');
    const parseId = await stack.submit(Buffer.from('a,b\n1,2\n'));

    await goTo(`GET /v2/jobs/${indexJobId}`, `Indexing job ${indexJobId}`, `/jobs/documents/${indexJobId}`);
    await goTo(buildId, `Product job ${buildId}`, `/jobs/products/${buildId}`);
    await goTo(parseId, `Parse job ${parseId}`, `/parse/${parseId}`);
    await goTo(queryId, `Query ${queryId}`, `/history/queries/${queryId}`);
    const document = `Document ${documentId} in manuals`;
    await goTo(documentId, document, `/collections/manuals/documents/${documentId}`);
    await tab.page.getByRole('heading', { level: 1, name: 'seal.txt' }).waitFor();
    await goTo(collection.body.collection_id, 'Collection manuals', '/collections/manuals');
    await tab.page.keyboard.press('Control+k');
    await field().fill('job_00000000000000000000000000');
    await tab.page.getByText('No job that this key may see has this id.').waitFor();
    await tab.page.keyboard.press('Escape');
    // The browser reports the answers to an id that only one of two products knows, or none.
    expect(tab.problems.splice(0).filter((problem) => !problem.includes('status of 404'))).toEqual([]);
  });

  test('a key without rights finds what it may see', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['query'] });
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    tab = await openConsole(browser.context, stack.api.baseUrl, key);
    await goTo('manu', 'manuals', '/collections/manuals');
    await goTo('parse', 'Parse', '/parse');
    await tab.page.keyboard.press('Control+k');
    await field().fill('lamps');
    await tab.page.getByText('Nothing has this name.').waitFor();
    expect(await tab.page.getByText('Not all could be read').count()).toBe(0);
  });
});
