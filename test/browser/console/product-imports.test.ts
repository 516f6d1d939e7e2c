import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('imports in the console', () => {
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

  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();

  test('an export is uploaded and imported, and the report says what became of it', async () => {
    const { page } = tab;
    await tab.open('/products/imports', 'Imports');
    await page.getByText('There is no such job yet.').waitFor();
    await press('Start an import');
    const form = page.getByRole('dialog', { name: 'Start an import' });
    await form.getByLabel('Source').selectOption('typesense_export');
    await form.getByLabel('File of records').setInputFiles({
      name: 'lamps.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(
        '{"id": "a", "title": "Desk lamp"}\n{"id": "b", "title": "Floor lamp"}\n{"title": 1}\n',
      ),
    });
    const schema = {
      fields: [
        { name: 'title', type: 'string' },
        { name: 'near', type: 'string', infix: true },
      ],
    };
    await form.getByLabel('Schema as JSON').fill(JSON.stringify(schema));
    await form.getByLabel('Index that takes it').fill('Lamps!');
    expect(await tab.accessFaults()).toEqual([]);
    await press('Start');
    await form.getByLabel('Index that takes it').and(page.locator('[aria-invalid]')).waitFor();
    await form.getByLabel('Index that takes it').fill('lamps');
    await press('Start');
    const job = page.getByRole('region', { name: /^Job / });
    await job.getByText('succeeded').first().waitFor();
    await job.getByText('3 records read, 2 staged, 1 refused.').waitFor();
    await job
      .getByRole('table', { name: 'Settings that were taken over' })
      .getByText('fields, searchable')
      .first()
      .waitFor();
    await job.getByRole('table', { name: 'Refused records' }).getByText('line 3').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('import');
    const link = job.getByRole('link', { name: 'The build that follows' });
    const buildId = (await link.getAttribute('href'))!.split('/').at(-1)!;
    await link.click();
    await page
      .getByRole('region', { name: `Job ${buildId}` })
      .getByText('succeeded')
      .first()
      .waitFor();
    const { hits } = await stack.search('lamps', 'floor');
    expect(hits.map(({ id }) => id)).toEqual(['b']);
    // The browser tells of the name that was refused, and of nothing else.
    expect(tab.problems).toEqual([expect.stringContaining('status of 400')]);
  });

  test('an import that fails says which stages it has not reached', async () => {
    const { page } = tab;
    await tab.open('/products/imports', 'Imports');
    await press('Start an import');
    const form = page.getByRole('dialog', { name: 'Start an import' });
    await form.getByLabel('Source').selectOption('typesense_export');
    await form.getByLabel('File of records').setInputFiles({
      name: 'chairs.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('no record\n'),
    });
    await form.getByLabel('Index that takes it').fill('chairs');
    await press('Start');
    const job = page.getByRole('region', { name: /^Job / });
    await job.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    const stages = job.getByRole('table', { name: 'Stages' });
    await stages.getByText('failed').waitFor();
    await stages.getByText('not reached').first().waitFor();
    expect(await stages.getByText('queued').count()).toBe(0);
    expect(await tab.accessFaults()).toEqual([]);
  });
});
