import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type MaskingReport } from '../../../api/documents/masking-reports/schema';
import { type ChatServer, startChatServer } from '../../setup/chat-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

const email = /[a-z]+@example\.com/g;

let model: ChatServer;
let stack: OwnStack;
beforeAll(async () => {
  model = await startChatServer(findEmails);
  stack = await startOwnStack({ env: { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'finder-1' } });
  await stack.startWorker();
});
afterAll(async () => {
  await stack.close();
  await model.close();
});

/** A model that finds e-mail addresses, and breaks down at texts of bad luck. */
function findEmails(content: string): { status: number; content: string } {
  const { texts } = JSON.parse(content) as { texts: { number: number; text: string }[] };
  if (texts.some(({ text }) => text.includes('unlucky'))) return { status: 500, content: '' };
  const found = texts.flatMap(({ number, text }) =>
    [...text.matchAll(email)].map(([value]) => ({ number, value, tag: 'EMAIL' })),
  );
  return { status: 200, content: JSON.stringify({ found }) };
}

const hosted = { mask_pii: true, pii_engine: 'hosted' };
const noRetries = { engines: [], retry_budget_seconds: 0 };

async function masked(content: string, options: object, filename: string): Promise<string> {
  const jobId = await stack.accepted(stack.index('text', { content, filename, ...options }));
  await stack.indexed(jobId);
  return jobId;
}

/** A form with small texts as files. */
function sendForm(files: Record<string, string>, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const path = '/v2/collections/manuals/index/file';
  return stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form });
}

const reportOf = async (jobId: string, query = '') => {
  const path = `/v2/jobs/${jobId}/pii${query}`;
  return (await stack.api.request<MaskingReport>(path, { key: stack.key.text })).body;
};
interface Texts {
  texts: {
    chunk_id: string;
    field: string;
    spans: { start: number; end: number; tag: string; value?: string }[];
  }[];
}

const textsOf = async (url: string | null) => {
  const path = url!.replace(stack.api.deps.config.PUBLIC_URL, '');
  return (await stack.api.request<Texts>(path)).body.texts;
};
async function chunkText(chunkId: string): Promise<string> {
  const path = `/v3/collections/manuals/chunks/${chunkId}`;
  const { body } = await stack.api.request<{ text: string }>(path, { key: stack.key.text });
  return body.text;
}

test('the report points at the tags in the chunks, and knows what stood there', async () => {
  const content = 'Write to ann@example.com.\n\nOr to bob@example.com.';
  const jobId = await masked(content, hosted, 'plain.txt');
  const report = await reportOf(jobId, '?include_values=true');
  expect(report.totals).toEqual({ EMAIL: 2 });
  expect(report.files).toMatchObject([
    {
      requested_engine: 'hosted',
      used_engines: ['hosted'],
      fallback_used: false,
      fallback_reason: null,
      model: 'finder-1',
      coverage: { text: 1 },
    },
  ]);
  const values: string[] = [];
  for (const { chunk_id, field, spans } of await textsOf(report.files[0]!.chunk_report_url)) {
    if (field !== 'text') continue;
    const text = await chunkText(chunk_id);
    for (const { start, end, tag, value } of spans) {
      expect(text.slice(start, end)).toBe(`<${tag}>`);
      values.push(value!);
    }
  }
  expect(values).toEqual(['ann@example.com', 'bob@example.com']);
});

test('the earlier form falls back to patterns, and the report says why', async () => {
  const content = 'An unlucky text by carl@example.com.';
  const options = { ...hosted, pii_fallback: true };
  const jobId = await masked(content, options, 'earlier.txt');
  expect((await reportOf(jobId)).files).toMatchObject([
    {
      requested_engine: 'hosted',
      used_engines: ['patterns'],
      fallback_used: true,
      fallback_reason: 'unavailable',
      counts: { EMAIL: 1 },
    },
  ]);
});

test('a file that no engine can examine fails, the job continues, and the report has the others', async () => {
  const files = { 'good.txt': 'By dora@example.com.', 'bad.txt': 'unlucky emil@example.com' };
  const fields = { mask_pii: 'true', pii_engine: 'hosted', pii_fallback: JSON.stringify(noRetries) };
  const jobId = await stack.accepted(sendForm(files, fields));
  const job = await stack.indexed(jobId);
  expect(job).toMatchObject({
    status: 'completed_with_errors',
    files: [
      { filename: 'good.txt', status: 'completed' },
      { filename: 'bad.txt', status: 'failed', error_code: 'masking_failed', stage: 'masking' },
    ],
    pii_report: { state: 'retained' },
  });
  expect(job.files[1]!.error_message).toContain('hosted');
  expect(job.files[1]!.error_message).not.toContain('emil');
  const { files: reported, totals } = await reportOf(jobId);
  expect(reported.map(({ filename }) => filename)).toEqual(['good.txt']);
  expect(totals).toEqual({ EMAIL: 1 });
});

test('fields and instructions of a form reach the engine', async () => {
  const fields = {
    mask_pii: 'true',
    pii_engine: 'hosted',
    pii_fields: JSON.stringify([{ description: 'badge numbers such as BX-20391', tag: 'BADGE' }]),
    pii_instructions: 'Keep city names.',
    pii_fallback: JSON.stringify({ engines: ['classifier'], retry_budget_seconds: 0 }),
  };
  const jobId = await stack.accepted(sendForm({ 'badge.txt': 'unlucky holder of badge BX-20391' }, fields));
  expect(await stack.indexed(jobId)).toMatchObject({ files: [{ error_message: null }] });
  expect((await reportOf(jobId)).files).toMatchObject([
    { used_engines: ['classifier'], fallback_used: true, counts: { BADGE: 1 } },
  ]);
});

test('a rollback ends the links of a file, and deleting the report ends the rest', async () => {
  const jobId = await masked('By fred@example.com.', hosted, 'rolled.txt');
  const url = (await reportOf(jobId)).files[0]!.chunk_report_url;
  await stack.rollBack(jobId);
  expect((await reportOf(jobId)).files).toMatchObject([{ counts: { EMAIL: 1 }, chunk_report_url: null }]);
  const path = url!.replace(stack.api.deps.config.PUBLIC_URL, '');
  expect(await stack.api.request(path)).toMatchObject({ status: 410 });
  const removed = await stack.api.request(`/v2/jobs/${jobId}/pii`, { method: 'DELETE', key: stack.key.text });
  expect(removed).toMatchObject({ status: 200, body: { objects_deleted: 0 } });
});

test('an upload is gone once its file is masked', async () => {
  const id = await stack.upload(Buffer.from('By gina@example.com.'), { filename: 'gina.txt' });
  const jobId = await stack.accepted(stack.index('uploads', { uploads: [id], ...hosted }));
  expect(await stack.indexed(jobId)).toMatchObject({ status: 'completed' });
  const path = `/v3/uploads/${id.replace('svc://', '')}`;
  // It goes after the end of the job.
  while ((await stack.api.request<{ state?: string }>(path, { key: stack.key.text })).body.state === 'ready')
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await stack.index('uploads', { uploads: [id], skip_existing: false })).toMatchObject({
    status: 400,
  });
});

test('the parse routes refuse masking', async () => {
  const input = await stack.upload(Buffer.from('a,b\n1,2\n'));
  const answer = await stack.api.request('/v3/parse/spreadsheets', {
    key: stack.key.text,
    json: { input, mask_pii: true },
  });
  expect(answer.status).toBe(422);
});
