import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createSheaf,
  JobError,
  listItems,
  rollBackJob,
  type Sheaf,
  SheafError,
  uploadCases,
  uploadFile,
  uploadRecords,
  waitForJob,
} from 'sheaf-client';
import { fileAt, linesOf } from 'sheaf-client/node';
import {
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'sheaf-client/webhooks';
import { type WebhookPayload } from '../../src/job-events';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const examples = path.join(__dirname, '../../examples');

let stack: Stack;
let sheaf: Sheaf;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
  sheaf = createSheaf({ baseUrl: stack.api.baseUrl, apiKey: stack.key.text });
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const bytes = Buffer.from('name,price\npump,12\nvalve,7\n');
const streamed = () => new Blob([bytes]).stream();

test.each([
  ['a file of the disk', () => fileAt(path.join(examples, 'quarterly-report.xlsx')), {}],
  ['a Blob', () => Promise.resolve(new Blob([bytes])), { filename: 'parts.csv' }],
  ['a File', () => Promise.resolve(new File([bytes], 'parts.csv')), {}],
  ['a stream', () => Promise.resolve(streamed()), { filename: 'parts.csv', byteSize: bytes.length }],
])('%s is uploaded, parsed and waited for, with progress', async (_, content, options) => {
  const sent: number[] = [];
  const onProgress = ({ sentBytes }: { sentBytes: number }) => sent.push(sentBytes);
  const input = await uploadFile(sheaf, await content(), { ...options, onProgress });
  const { byte_size: size } = await sheaf.get('/v3/uploads/{upload_id}', {
    params: { path: { upload_id: input.replace('svc://', '') } },
  });
  expect([sent[0], sent.at(-1)]).toEqual([0, size]);
  const { job_id: jobId } = await sheaf.post('/v3/parse/spreadsheets', { body: { input } });
  const stages: string[] = [];
  const job = await waitForJob(sheaf, 'parse', jobId, {
    onProgress: ({ progress }) => stages.push(progress.stage),
  });
  expect(job.status).toBe('completed');
  expect(stages.at(-1)).toBe('done');
  const chunks = listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', {
    params: { path: { job_id: jobId }, query: { limit: 1 } },
  });
  expect(await gathered(chunks)).toHaveLength(job.result!.chunk_count);
});

test.each([
  ['a stream without a size', () => uploadFile(sheaf, streamed(), { filename: 'x.csv' })],
  ['bytes without a name', () => uploadFile(sheaf, new Blob([bytes]))],
  ['a folder', () => fileAt(examples)],
])('%s is refused before anything is sent', async (_, upload) => {
  await expect(upload()).rejects.toThrow(/needs a|is no file/);
});

test('a job that fails is an error that has the job, or is answered where that is wanted', async () => {
  const { job_id: jobId } = await sheaf.post('/v2/collections/{collection_name}/index/url', {
    params: { path: { collection_name: 'manuals' } },
    body: { url: `${stack.links.origin}/missing.pdf` },
  });
  const failed = await waitForJob(sheaf, 'index', jobId).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(JobError);
  expect(failed).toMatchObject({
    kind: 'index',
    code: 'all_files_failed',
    job: { job_id: jobId, status: 'failed' },
  });
  expect(await waitForJob(sheaf, 'index', jobId, { throwOnFailure: false })).toMatchObject({
    status: 'failed',
  });
});

test('waiting ends by a signal, and the job continues', async () => {
  const { job_id: jobId } = await indexText('waiting.txt', 'Waiting is tedious.');
  const controller = new AbortController();
  const waiting = waitForJob(sheaf, 'index', jobId, {
    signal: controller.signal,
    onProgress: () => {
      controller.abort();
    },
    holdSeconds: 0,
  });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(await waitForJob(sheaf, 'index', jobId)).toMatchObject({ status: 'completed' });
});

test('an indexing job is waited for and taken back, and its collection is listed page by page', async () => {
  const params = { path: { collection_name: 'manuals' }, query: { limit: 1 } };
  const names = async () =>
    (await gathered(listItems(sheaf, '/v3/collections/{collection_name}/documents', { params }))).map(
      ({ filename }) => filename,
    );
  const first = await indexText('pump.txt', 'The pump lifts water.');
  const second = await indexText('valve.txt', 'The valve holds water.');
  for (const { job_id: id } of [first, second]) await waitForJob(sheaf, 'index', id);
  expect(await names()).toEqual(expect.arrayContaining(['pump.txt', 'valve.txt']));
  expect(await rollBackJob(sheaf, second.job_id)).toMatchObject({ job_id: second.job_id });
  expect(await names()).not.toContain('valve.txt');
});

test('an evaluation is waited for', async () => {
  await waitForJob(sheaf, 'index', (await indexText('gasket.txt', 'A gasket seals a joint.')).job_id);
  const cases = `${JSON.stringify({ query: 'what seals a joint', expected_files: ['gasket.txt'] })}\n`;
  const sent = new Blob([cases]);
  const uploadId = await uploadCases(sheaf, 'manuals', sent, { filename: 'cases.ndjson' });
  const { eval_id: id } = await sheaf.post('/v3/collections/{collection_name}/evals', {
    params: { path: { collection_name: 'manuals' } },
    body: { upload_id: uploadId, configs: [{ name: 'plain' }] },
  });
  expect(await waitForJob(sheaf, 'evaluation', id)).toMatchObject({ status: 'completed' });
});

test.each([true, false])(
  'records are uploaded in batches, compressed: %s; built and browsed',
  async (gzip) => {
    const index = `shop-${String(gzip)}`;
    await sheaf.post('/v1/indexes', { body: { name: index, id_field: 'id' } });
    const file = path.join(folder, `${index}.ndjson`);
    const records = Array.from({ length: 25 }, (_, at) => ({ id: `p${at}`, name: `Pump ${at}`, price: at }));
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const progress: number[] = [];
    const uploaded = await uploadRecords(sheaf, index, linesOf(file), {
      batchSize: 10,
      build: true,
      gzip,
      mode: 'replace_all',
      onProgress: ({ received }) => progress.push(received),
    });
    expect(uploaded).toMatchObject({ received: 25, staged: 25, rejected: 0, batches: 3, stagedTotal: 25 });
    expect(progress).toEqual([10, 20, 25]);
    const job = await waitForJob(sheaf, 'product', uploaded.job!.id);
    expect(job.status).toBe('succeeded');
    const hits = listItems(sheaf, '/v1/indexes/{index}/browse', {
      params: { path: { index } },
      body: { per_page: 10 },
    });
    expect((await gathered(hits)).map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
  },
);

test('wrong records are named by their places among all', async () => {
  await sheaf.post('/v1/indexes', { body: { name: 'wrong', id_field: 'id' } });
  const records = [{ id: '1' }, { id: '2' }, { name: 'no id' }, { id: '3' }];
  const uploaded = await uploadRecords(sheaf, 'wrong', records, { batchSize: 2, onError: 'skip' });
  expect(uploaded).toMatchObject({ received: 4, rejected: 1 });
  expect(uploaded.errors.map(({ line }) => line)).toEqual([3]);
  await expect(uploadRecords(sheaf, 'no-such-index', records)).rejects.toMatchObject({
    code: 'INDEX_NOT_FOUND',
  });
  // Lines of a file count with the blank ones, also where a later request is refused as a whole.
  const lines = ['{"id":"4"}', '', '{"id":"5"}', '\r', '{"id":"6"}', '{"name":"no id"}'];
  const skipped = await uploadRecords(sheaf, 'wrong', lines, { batchSize: 2, onError: 'skip' });
  expect(skipped.errors.map(({ line }) => line)).toEqual([6]);
  const refusal = await uploadRecords(sheaf, 'wrong', lines, { batchSize: 2 }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(SheafError);
  expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ raw: { line: 6 } }] });
});

test('a file that this user may not read is refused by its own error, before anything is sent', async () => {
  const file = path.join(folder, 'secret.txt');
  writeFileSync(file, 'no other user reads this', { mode: 0o000 });
  chmodSync(folder, 0o711);
  const user = process.geteuid!();
  // The administrator reads every file.
  if (user === 0) process.seteuid!(65_534);
  try {
    await expect(fileAt(file)).rejects.toMatchObject({ code: 'EACCES', syscall: 'open' });
  } finally {
    if (user === 0) process.seteuid!(user);
  }
});

test('a webhook of the service is verified with its body and headers, and nothing else is', async () => {
  const requests: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  let arrived: () => void;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  stack.links.files.set('/hooks', (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      response.end();
      arrived();
    });
  });
  const endpoint = await sheaf.post('/v2/webhooks/endpoints', {
    body: { url: `${stack.links.origin}/hooks` },
  });
  const params = { path: { endpoint_id: endpoint.endpoint_id } };
  await sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/test', { params });
  await arrival;
  const [{ headers, body }] = requests as [(typeof requests)[number]];
  const event = verifyWebhook(body, headers, endpoint.secret);
  expect(event).toMatchObject({ event: 'job.completed', data: { test: true } });
  expect(verifyWebhook(Buffer.from(body), headers, ['whsec_b3RoZXI=', endpoint.secret])).toEqual(event);
  for (const [changed, secret] of [
    [`${body} `, endpoint.secret],
    [body, 'whsec_b3RoZXI='],
  ] as const)
    expect(() => verifyWebhook(changed, headers, secret)).toThrow(WebhookVerificationError);
  // The client signs as the service does.
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signed = signWebhook(body, { id: event.id, secret: endpoint.secret, at });
  expect(headers).toMatchObject(signed);
  const late = signWebhook(body, {
    id: event.id,
    secret: endpoint.secret,
    at: new Date(Date.now() - 600_000),
  });
  expect(() => verifyWebhook(body, late, endpoint.secret)).toThrow(WebhookVerificationError);
});

/** A value without the members that later versions may add. */
type Named<T> = T extends object
  ? { [Key in keyof T as string extends Key ? never : Key]: Named<T[Key]> }
  : T;

test("the client's type of an event is that of the service", () => {
  const toClient = (payload: WebhookPayload): WebhookEvent => payload;
  const toService = (event: WebhookEvent): Named<WebhookPayload> => event;
  // The compiler is what checks it.
  expect([toClient, toService]).toEqual([expect.any(Function), expect.any(Function)]);
});

const indexText = (filename: string, text: string) =>
  sheaf.post('/v2/collections/{collection_name}/index/text', {
    params: { path: { collection_name: 'manuals' } },
    body: { content: text, filename },
  });
