import { algoliaListener, createAlgoliaApp } from '../setup/algolia-server';
import { startStack } from '../setup/stack';
import { type Stack, anyPath } from '../setup/stack-parts';
import { servers } from '../setup/servers';
import { findChromium, openBrowser } from './chromium';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser(`builds in the Temporal UI${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    stack = await startStack();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  test('an operator finds a build by its index, and reads its steps and why it has failed', async () => {
    await stack.createIndex('keyboards', { settings: { fields: { price: { type: 'date' } } } });
    const records = Array.from({ length: 20 }, (_, n) => ({
      id: `r${n}`,
      title: `Keyboard ${n}`,
      price: 'on request',
    }));
    await stack.stage('keyboards', records);
    const failed = await stack.built('keyboards');
    expect(failed.error_code).toBe('BAD_VALUES');
    await stack.v1('/indexes/keyboards/settings', { method: 'PUT', json: {} });
    const { id } = await stack.built('keyboards');

    const ui = `${servers().temporalUiUrl}/namespaces/${stack.temporal.namespace}/workflows`;
    const query = 'IndexName="keyboards" AND WorkflowType="indexBuild"';
    // The page shows what is found when it is opened.
    while ((await stack.temporal.client.workflow.count(query)).count < 2) continue;
    const page = await browser.context.newPage();
    await page.goto(`${ui}?query=${encodeURIComponent(query)}`);
    for (const jobId of [failed.id, id]) await page.getByText(`index-build/${jobId}`).first().waitFor();

    await page.goto(`${ui}/${encodeURIComponent(`index-build/${id}`)}`);
    for (const step of [
      'summarize the fields of a range of records',
      'write the documents of a range of records',
    ])
      await page.getByText(step, { exact: false }).first().waitFor();

    await page.goto(`${ui}/${encodeURIComponent(`index-build/${failed.id}`)}`);
    await page.getByText('BAD_VALUES').first().waitFor();
    await page.close();
  });

  test('an operator finds an import by its stage and its index, and reads its steps', async () => {
    const app = createAlgoliaApp({ appId: new URL(stack.links.origin).port });
    let asked = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      asked = resolve;
    });
    app.intercept = () => {
      asked();
      return true;
    };
    stack.links.files.set(anyPath, algoliaListener(app));
    const json = {
      provider: 'algolia',
      app_id: app.appId,
      api_key: app.apiKey,
      index: 'prod',
      target: 'lamps',
    };
    const { body } = await stack.v1<{ job: { id: string } }>('/imports', { json });
    await held;
    const ui = `${servers().temporalUiUrl}/namespaces/${stack.temporal.namespace}/workflows`;
    const query = 'IndexName="lamps" AND WorkflowType="indexImport" AND JobStatus="pull"';
    while ((await stack.temporal.client.workflow.count(query)).count < 1) continue;
    const page = await browser.context.newPage();
    await page.goto(`${ui}?query=${encodeURIComponent(query)}`);
    await page.getByText(`index-import/${body.job.id}`).first().waitFor();
    await page.goto(`${ui}/${encodeURIComponent(`index-import/${body.job.id}`)}`);
    await page.getByText('bring pages of the source into the blob store', { exact: false }).first().waitFor();
    await page.close();
    await stack.v1(`/jobs/${body.job.id}`, { method: 'DELETE' });
    await stack.endedJob(body.job.id);
  });
});
