import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Page } from 'playwright-core';
import { findChromium, openBrowser } from '../browser/chromium';
import { type ParseStack, startParseStack } from '../setup/parse-stack';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

const root = path.join(__dirname, '../..');
const files: Record<string, string> = {
  'sheaf-client/': path.join(root, 'client/dist/esm'),
  'openapi-fetch/': path.join(root, 'node_modules/openapi-fetch/dist'),
};
const imports = {
  'sheaf-client': '/modules/sheaf-client/index.js',
  'openapi-fetch': '/modules/openapi-fetch/index.mjs',
};
const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">import * as client from 'sheaf-client'; window.client = client;</script>`;

inBrowser(`the client in a real browser${named}`, () => {
  let stack: ParseStack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    stack = await startParseStack();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  /** A page of the service's own origin with the modules of the client. */
  async function openPage(): Promise<Page> {
    const opened = await browser.context.newPage();
    await opened.route('**/modules/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const name = pathname.slice('/modules/'.length);
      const [prefix, folder] = Object.entries(files).find(([one]) => name.startsWith(one))!;
      const body = readFileSync(path.join(folder, name.slice(prefix.length)));
      await route.fulfill({ body, contentType: 'text/javascript' });
    });
    await opened.route('**/client-page', (route) => route.fulfill({ body: page, contentType: 'text/html' }));
    await opened.goto(`${stack.api.baseUrl}/client-page`);
    await opened.waitForFunction('window.client !== undefined');
    return opened;
  }

  test('it uploads a File with its progress, has it parsed, waits and lists the chunks', async () => {
    await stack.startWorker();
    const opened = await openPage();
    const found = await opened.evaluate(`(async () => {
      const { createSheaf, listItems, uploadFile, waitForJob } = window.client;
      const sheaf = createSheaf({ baseUrl: location.origin, apiKey: ${JSON.stringify(stack.key.text)} });
      const sent = [];
      const file = new File(['name,price\\npump,12\\nvalve,7\\n'], 'parts.csv', { type: 'text/csv' });
      const input = await uploadFile(sheaf, file, { onProgress: ({ sentBytes }) => sent.push(sentBytes) });
      const { job_id } = await sheaf.post('/v3/parse/spreadsheets', { body: { input } });
      const job = await waitForJob(sheaf, 'parse', job_id);
      const path = { job_id };
      const chunks = [];
      for await (const chunk of listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', { params: { path } }))
        chunks.push(chunk);
      const refused = await sheaf.get('/v2/jobs/{job_id}', { params: { path: { job_id: 'job_x' } } }).catch(
        ({ name, code, requestId }) => ({ name, code, hasId: requestId !== null }));
      return { filename: job.filename, status: job.status, chunks: chunks.length === job.result.chunk_count, sent, size: file.size, refused };
    })()`);
    expect(found).toEqual({
      filename: 'parts.csv',
      status: 'completed',
      chunks: true,
      sent: [0, (found as { size: number }).size],
      size: 27,
      refused: { name: 'SheafError', code: 'job_not_found', hasId: true },
    });
    await opened.close();
  });
});
