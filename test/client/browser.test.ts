import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Page } from 'playwright-core';
import { findChromium, openBrowser } from '../browser/chromium';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const executable = findChromium();
const named = executable === undefined ? ' (no Chromium on the PATH: apt-get install chromium)' : '';
const inBrowser = executable === undefined ? describe.skip : describe;

const root = path.join(__dirname, '../..');
const files: Record<string, string> = {
  'sheaf-client/': path.join(root, 'packages/client/dist/esm'),
  'openapi-fetch/': path.join(root, 'node_modules/openapi-fetch/dist'),
};
const imports = {
  'sheaf-client': '/modules/sheaf-client/index.js',
  'openapi-fetch': '/modules/openapi-fetch/index.mjs',
};
const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">import * as client from 'sheaf-client'; window.client = client;</script>`;

inBrowser(`the client in a real browser${named}`, () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    stack = await startStack();
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
      sent: expect.arrayContaining([0, 27]) as number[],
      size: 27,
      refused: { name: 'SheafError', code: 'job_not_found', hasId: true },
    });
    await opened.close();
  });

  test('over a slow line it tells how far an upload is, and an aborted one ends at once', async () => {
    const opened = await openPage();
    const network = await browser.context.newCDPSession(opened);
    await network.send('Network.enable');
    const megabyte = 1_000_000;
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2 * megabyte,
    });
    const found = await opened.evaluate(`(async () => {
      const { createSheaf, uploadFile } = window.client;
      const sheaf = createSheaf({ baseUrl: location.origin, apiKey: ${JSON.stringify(stack.key.text)} });
      const file = new File([new Uint8Array(${3 * megabyte}).fill(65)], 'long.txt', { type: 'text/plain' });
      const sent = [];
      await uploadFile(sheaf, file, { onProgress: ({ sentBytes }) => sent.push(sentBytes) });
      const leaving = new AbortController();
      const stopped = [];
      const error = await uploadFile(sheaf, file, {
        signal: leaving.signal,
        onProgress: ({ sentBytes }) => {
          stopped.push(sentBytes);
          if (sentBytes > 0) leaving.abort();
        },
      }).catch(({ name }) => name);
      return { sent, stopped, error };
    })()`);
    const { sent, stopped, error } = found as Record<'sent' | 'stopped', number[]> & { error: string };
    expect(sent.at(0)).toBe(0);
    expect(sent.at(-1)).toBe(3 * megabyte);
    expect(sent.filter((bytes) => bytes > 0 && bytes < 3 * megabyte).length).toBeGreaterThan(2);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    expect(error).toBe('AbortError');
    expect(stopped.at(-1)).toBeLessThan(3 * megabyte);
    await opened.close();
  });
});
