import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePagesPage, type ParsePagesPage } from '../../api/documents/parse-jobs/documents/schema';
import {
  acceptedParseJob,
  type AcceptedParseJob,
  parseChunksPage,
  type ParseChunksPage,
  parseJobResource,
  type ParseJobResource,
} from '../../api/documents/parse-jobs/schema';
import { type ErrorBody } from '../http/platform/upload-client';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const fixtures = join(__dirname, '../../packages/document-reader/test/pdf/fixtures');
/** Two pages with one table. */
const trees = readFileSync(join(fixtures, 'tables/continued.pdf'));
const page = Buffer.from(`<html><body><h1>Pumps &amp; seals</h1><p>A *pump* lifts | water.</p>
<ul><li>Seal<ol><li>Ring</li></ol></li></ul>
<table><tr><th>Part</th><th>Price</th></tr><tr><td>Seal | ring</td><td>2</td></tr></table>
<pre>a = b</pre></body></html>`);
const mail = Buffer.from(
  [
    'From: ann@example.com',
    'To: bob@example.com',
    'Subject: Prices',
    'Message-ID: <1@example.com>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The list is attached.',
    '--b',
    'Content-Type: text/csv; name="list.csv"',
    'Content-Disposition: attachment; filename="list.csv"',
    '',
    'Region,Q1',
    'North,10',
    'South,912',
    '--b--',
    '',
  ].join('\r\n'),
);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const linkTo = (name: string, content: Buffer): string => {
  stack.links.files.set(`/${name}`, content);
  return `${stack.links.origin}/${name}`;
};

const accept = (input: string, fields: object = {}) =>
  stack.api.request<AcceptedParseJob>('/v3/parse/documents', {
    key: stack.key.text,
    json: { input, ...fields },
  });

const get = <T>(path: string, key = stack.key.text) =>
  stack.api.request<T>(`/v3/parse/jobs/${path}`, { key });

async function ended(name: string, content: Buffer, fields: object = {}): Promise<ParseJobResource> {
  const { status, body } = await accept(linkTo(name, content), fields);
  expect({ status, body: acceptedParseJob.parse(body) }).toEqual({ status: 202, body });
  expect(body).toMatchObject({ type: 'document', status_url: `/v3/parse/jobs/${body.job_id}` });
  return stack.ended(body.job_id);
}

async function completed(name: string, content: Buffer, fields: object = {}): Promise<ParseJobResource> {
  const job = await ended(name, content, fields);
  expect(job).toMatchObject({ status: 'completed' });
  expect(parseJobResource.parse(job)).toEqual(job);
  return job;
}

/** A signed link, fetched from the API under test without a key. */
const followed = (url: string) => stack.api.request(url.replace('https://sheaf.example', ''));

test('a PDF file has chunks with pages and regions, page texts, pictures and Markdown, at the price of its pages', async () => {
  const job = await completed('trees.pdf', trees);
  expect(job).toMatchObject({
    type: 'document',
    filename: 'trees.pdf',
    options: {
      include_tags_summary: false,
      processing_type: 'basic',
      ocr_language: 'auto',
      transcription_language: null,
    },
    progress: { stage: 'done', pages_done: job.result!.pages, pages_total: job.result!.pages },
    result: { sheets: 0, documents: 1 },
    billing: { credits: { used: job.result!.pages! * 0.5 } },
  });
  const { body: chunks } = await get<ParseChunksPage>(`${job.job_id}/chunks?limit=500`);
  expect(parseChunksPage.parse(chunks)).toEqual(chunks);
  expect(chunks.chunks).toEqual(job.chunks);
  expect(chunks.chunks).toHaveLength(job.result!.chunk_count);
  expect(chunks.chunks.map(({ chunk_id }) => chunk_id)).toEqual(
    chunks.chunks.map((_, n) => `${job.job_id}:${n}`),
  );
  expect(chunks.chunks[0]).toMatchObject({ document_index: 0, location: { page_start: 0 } });
  expect(chunks.chunks.flatMap((chunk) => ('regions' in chunk ? chunk.regions : [])).length).toBeGreaterThan(
    0,
  );

  const { body: pages } = await get<ParsePagesPage>(`${job.job_id}/pages?include_regions=true`);
  expect(parsePagesPage.parse(pages)).toEqual(pages);
  expect(pages.pages.map(({ page }) => page)).toEqual(
    Array.from({ length: job.result!.pages! }, (_, n) => n),
  );
  expect(pages.next_cursor).toBeNull();
  const first = (await get<ParsePagesPage>(`${job.job_id}/pages?limit=1`)).body;
  const { regions: _regions, ...plain } = pages.pages[0]!;
  expect(first).toEqual({ job_id: job.job_id, limit: 1, pages: [plain], next_cursor: 1 });
  const past = (await get<ParsePagesPage>(`${job.job_id}/pages?cursor=9999`)).body;
  expect(past).toMatchObject({ pages: [], next_cursor: null });

  const markdown = await get(`${job.job_id}/markdown`);
  expect(markdown.status).toBe(200);
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(markdown.headers.get('content-disposition')).toContain('filename="trees.md"');
  expect(markdown.text).toMatch(
    /^<!-- page 0 -->\n\n# Trees by row, counted in October\n\n\| Row \| Trees \| Crates \|\n\| --- \| --- \| --- \|\n\| Row number 1 \|/,
  );
  expect(markdown.text.match(/^\| Row number/gm)).toHaveLength(25);
  const whole = await followed(job.result_url!);
  expect(whole.body).toEqual({ job_id: job.job_id, type: 'document', chunks: job.chunks });
});

test('Markdown has headings, lists, tables and code, with the marks of texts escaped', async () => {
  const job = await completed('page.html', page);
  expect((await get(`${job.job_id}/markdown`)).text).toBe(
    [
      '# Pumps & seals',
      '',
      String.raw`A \*pump\* lifts \| water.`,
      '',
      '- Seal',
      '  1. Ring',
      '',
      '| Part | Price |',
      '| --- | --- |',
      String.raw`| Seal \| ring | 2 |`,
      '',
      '```',
      'a = b',
      '```',
      '',
    ].join('\n'),
  );
  expect((await get<ParsePagesPage>(`${job.job_id}/pages`)).body.pages).toEqual([]);
});

test('attachments of a message are read with it', async () => {
  const job = await completed('prices.eml', mail);
  expect(job.result).toMatchObject({ documents: 2 });
  expect(new Set(job.chunks!.map((chunk) => ('document_index' in chunk ? chunk.filename : null)))).toEqual(
    new Set(['prices.eml', 'list.csv']),
  );
  const { text } = await get(`${job.job_id}/markdown`);
  expect(text).toContain('The list is attached.');
  expect(text).toContain('<!-- file "list.csv" -->');
  expect(text).toContain('| Region | Q1 |\n| --- | --- |\n| North | 10 |\n| South | 912 |\n');
});

test('tags and summaries are added where they are asked for', async () => {
  const job = await completed('tagged.txt', Buffer.from('The pump lifts water. A pump has a seal.'), {
    include_tags_summary: true,
  });
  for (const { tags } of job.chunks!) expect(tags).toEqual(expect.arrayContaining([expect.any(String)]));
});

test.each([
  ['a spreadsheet', 'list.csv', Buffer.from('a,b\n1,2\n'), /POST \/v3\/parse\/spreadsheets/],
  ['a broken PDF file', 'broken.pdf', Buffer.from('%PDF-1.7\nnothing'), /./],
  ['blanks only', 'blank.txt', Buffer.from('  \n'), /white space/],
])('%s fails with a sentence, and is free', async (_what, name, content, sentence) => {
  const job = await ended(name, content);
  expect(job).toMatchObject({
    status: 'failed',
    error: 'unsupported_file_type',
    message: expect.stringMatching(sentence) as string,
    billing: { credits: { used: 0 } },
  });
  expect(await get(`${job.job_id}/markdown`)).toMatchObject({
    status: 409,
    body: { error: 'parse_job_without_result' },
  });
});

test('Markdown and pages are of documents, tables of spreadsheets, and all of their owner alone', async () => {
  const document = (await completed('a.txt', Buffer.from('A pump.'))).job_id;
  const sheet = (await stack.ended(await stack.submit(Buffer.from('a,b\n1,2\n'), {}))).job_id;
  const stranger = await stack.api.createKey({ organization: 'stranger-to-documents' });
  for (const [path, status, error] of [
    [`${document}/tables`, 409, 'parse_type_mismatch'],
    [`${sheet}/markdown`, 409, 'parse_type_mismatch'],
    [`${sheet}/pages`, 409, 'parse_type_mismatch'],
  ] as const)
    expect(await get<ErrorBody>(path)).toMatchObject({ status, body: { error } });
  for (const path of ['markdown', 'pages', 'chunks'])
    expect(await get<ErrorBody>(`${document}/${path}`, stranger.text)).toMatchObject({
      status: 404,
      body: { error: 'parse_job_not_found' },
    });
});

test('a deleted result is gone with its Markdown and pages', async () => {
  const { job_id: jobId } = await completed('gone.txt', Buffer.from('A pump.'));
  await stack.cancel(jobId);
  for (const path of ['markdown', 'pages'])
    expect(await get<ErrorBody>(`${jobId}/${path}`)).toMatchObject({
      status: 410,
      body: { error: 'parse_result_expired' },
    });
});
