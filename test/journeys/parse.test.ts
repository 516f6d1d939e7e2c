import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  acceptedParseJob,
  parseChunksPage,
  type ParseChunksPage,
  parseJobResource,
  type ParseJobResource,
  type SpreadsheetChunkResource,
} from '../../api/documents/parse-jobs/schema';
import { newId } from '../../src/stores/mongo/new-id';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { MAIN, writeXlsx } from '../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { type ErrorBody } from '../http/platform/upload-client';

const root = join(__dirname, '../..');
const fixture = (name: string) => readFileSync(join(root, 'packages/spreadsheet-reader/test/fixtures', name));
const csv = Buffer.from('Region,Q1\nNorth,10\nSouth,912\n');
/** Text of some megabytes, so that neither the result nor a page fits inline. */
const largeCsv = Buffer.from(
  'Id,Text\n' + Array.from({ length: 20_000 }, (_, n) => `${n},${'lorem ipsum '.repeat(10)}`).join('\n'),
);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** A signed link, fetched from the API under test. */
const followed = (url: string) =>
  stack.api.request<{ chunks: unknown[] }>(url.replace('https://sheaf.example', ''));

async function completed(content: Buffer, fields = {}): Promise<ParseJobResource> {
  const job = await stack.ended(await stack.submit(content, fields));
  expect(job).toMatchObject({ status: 'completed' });
  return job;
}

describe('a completed job', () => {
  it('has every field of the contract, and its chunks inline', async () => {
    const accepted = await stack.accept(await stack.upload(csv), { include_verified_facts: true });
    expect(accepted.status).toBe(202);
    expect(acceptedParseJob.parse(accepted.body)).toEqual(accepted.body);
    const { job_id } = accepted.body;
    expect(accepted.body.status_url).toBe(`/v3/parse/jobs/${job_id}`);

    const job = await stack.ended(job_id);
    expect(parseJobResource.parse(job)).toEqual(job);
    expect(job).toMatchObject({
      job_id,
      status: 'completed',
      filename: 'book.csv',
      options: {
        include_tags_summary: false,
        include_images: false,
        include_verified_facts: true,
        include_hidden_sheets: true,
      },
      progress: { stage: 'done', sheets_total: 1, sheets_done: 1, rows_done: 3 },
      error: null,
      message: null,
      chunks_truncated: false,
      billing: { credits: { used: 0.5 } },
    });
    const chunks = job.chunks as SpreadsheetChunkResource[];
    expect(chunks).toHaveLength(job.result!.chunk_count);
    expect(chunks.map(({ chunk_id }) => chunk_id)).toEqual(chunks.map((_, index) => `${job_id}:${index}`));
    expect(chunks.find(({ row_role }) => row_role === 'data')).toMatchObject({
      column_headers: ['Region', 'Q1'],
      verified_facts: { row_count: 2, columns: [{ header: 'Region' }, { header: 'Q1', min: 10, max: 912 }] },
    });
    const hours = (time: string | null) =>
      Math.round((Date.parse(time!) - Date.parse(job.completed_at!)) / 3_600_000);
    expect([hours(job.result_url_expires_at), hours(job.result_expires_at)]).toEqual([1, 24]);
  });

  it('gives the same chunks inline, page by page, and through its signed link', async () => {
    const job = await completed(readFileSync(join(root, 'examples/quarterly-report.xlsx')), {
      include_images: true,
    });
    expect(await stack.chunks(job.job_id)).toEqual(job.chunks);
    const download = await followed(job.result_url!);
    expect(download.body).toEqual({ job_id: job.job_id, type: 'spreadsheet', chunks: job.chunks });
    expect(download.headers.get('content-disposition')).toContain(`${job.job_id}.json`);
  });

  it('leaves hidden sheets out of chunks, counts and bill, also where every sheet is hidden', async () => {
    const rows = (name: string) => `<c r="A1" t="inlineStr"><is><t>${name.repeat(3_000)}</t></is></c>`;
    const book = (...states: string[]) =>
      writeXlsx({
        sheets: states.map((state, n) => ({
          state,
          xml: `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${rows(String(n))}</row></sheetData></worksheet>`,
        })),
      });
    const without = { include_hidden_sheets: false };
    const job = await completed(book('hidden', 'visible', 'veryHidden'), without);
    expect(job).toMatchObject({
      options: { include_hidden_sheets: false },
      progress: { sheets_total: 1, sheets_done: 1, rows_done: 1 },
      result: { sheets: 1, chunk_count: 1, characters: 3_000, warnings: [] },
      billing: { credits: { used: 0.5 } },
    });
    expect(job.chunks).toMatchObject([{ sheet_name: 'Sheet2', sheet_state: 'visible' }]);
    expect(await completed(book('hidden', 'veryHidden'), without)).toMatchObject({
      progress: { sheets_total: 0, sheets_done: 0, rows_done: 0 },
      result: { sheets: 0, chunk_count: 0, warnings: [expect.stringContaining('Every sheet is hidden')] },
      chunks: [],
    });
  });

  it('tells of a text under the name of a workbook', async () => {
    const accepted = await stack.accept(await stack.upload(csv, { filename: 'book.xlsx' }));
    expect(await stack.ended(accepted.body.job_id)).toMatchObject({
      status: 'completed',
      filename: 'book.xlsx',
      result: { warnings: ['The file is named .xlsx but holds text, and was read as CSV.'] },
    });
  });

  it('reads a workbook that Excel opens without asking for its password like the plain one', async () => {
    const plain = await completed(readFileSync(join(root, 'examples/quarterly-report.xlsx')));
    const job = await completed(fixture('default-password-agile.xlsx'));
    const of = ({ chunks }: ParseJobResource) => chunks!.map((chunk) => ({ ...chunk, chunk_id: null }));
    expect(of(job)).toEqual(of(plain));
  });

  it('repeats the key column in each slice of a wide table, and bills it once', async () => {
    const years = Array.from({ length: 200 }, (_, n) => `year ${n}`);
    const countries = Array.from({ length: 40 }, (_, n) => `the country with the long name ${n}`);
    const rows = [
      ['Country', ...years],
      ...countries.map((name, r) => [name, ...years.map((_, c) => String(r * 1_000 + c))]),
    ];
    const job = await completed(Buffer.from(rows.map((row) => row.join(',')).join('\n')));
    const slices = (await stack.chunks(job.job_id)).filter(
      ({ row_role, column_start }) => row_role === 'data' && column_start !== 'A',
    );
    expect(slices.length).toBeGreaterThan(5);
    for (const { key_column, column_headers, row_start, row_end, text } of slices) {
      expect(key_column).toBe('A');
      expect(column_headers).not.toContain('Country');
      const keys = text.split('\n').map((line) => line.split(' | ')[0]);
      expect(keys).toEqual(['Country', ...countries.slice(row_start! - 2, row_end! - 1)]);
    }
    const characters = rows.flat().join('').length;
    expect(job.billing).toEqual({ credits: { used: Math.ceil(characters / 3_000) * 0.5 } });
  });

  it('links the bytes of its images', async () => {
    const job = await completed(readFileSync(join(root, 'examples/quarterly-report.xlsx')), {
      include_images: true,
    });
    const figures = (job.chunks as SpreadsheetChunkResource[])
      .filter(({ chunk_type }) => chunk_type === 'figure')
      .map(({ figure }) => figure!);
    expect(figures).toHaveLength(job.result!.figures);
    const images = figures.filter(({ kind }) => kind === 'image');
    expect(images.length).toBeGreaterThan(0);
    for (const { asset_url, byte_size } of images) {
      const image = await fetch(asset_url!.replace('https://sheaf.example', stack.api.baseUrl));
      expect((await image.arrayBuffer()).byteLength).toBe(byte_size);
    }
  });

  it('of more than a mebibyte has no inline chunks, and pages without gaps from any cursor', async () => {
    const job = await completed(largeCsv);
    expect(job).toMatchObject({ chunks: null, chunks_truncated: true });
    const all = (await followed(job.result_url!)).body.chunks;
    expect(all).toHaveLength(job.result!.chunk_count);
    expect(await stack.chunks(job.job_id)).toEqual(all);

    const count = all.length;
    for (const [cursor, limit] of [
      [0, 1],
      [1, 1],
      [17, 100],
      [count - 3, 3],
      [count - 1, 500],
      [count, 5],
    ] as const) {
      const path = `/v3/parse/jobs/${job.job_id}/chunks?cursor=${cursor}&limit=${limit}`;
      const { body } = await stack.api.request<ParseChunksPage>(path, { key: stack.key.text });
      expect(parseChunksPage.parse(body)).toEqual({
        job_id: job.job_id,
        chunks: all.slice(cursor, cursor + limit),
        limit,
        next_cursor: cursor + limit < count ? cursor + limit : null,
      });
    }
  });

  it('loses its result once, keeps its state and its bill, and answers 410 from then on', async () => {
    const job = await completed(csv);
    const deleted = await stack.cancel(job.job_id);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toMatchObject({
      status: 'completed',
      chunks: null,
      result_url: null,
      billing: job.billing,
    });
    expect((await stack.cancel(job.job_id)).body).toEqual(deleted.body);

    for (const path of ['', '/chunks', '/tables', '/tables/tbl_1_A1']) {
      const gone = await stack.api.request<ErrorBody>(`/v3/parse/jobs/${job.job_id}${path}`, {
        key: stack.key.text,
      });
      expect(gone).toMatchObject({
        status: 410,
        body: {
          error: 'parse_result_expired',
          details: { job_id: job.job_id, status: 'completed', credits_used: 0.5 },
        },
      });
    }
    expect((await followed(job.result_url!)).status).toBe(404);
  });
});

describe('a link', () => {
  it('is requested once: one that works a single time is parsed', async () => {
    let requests = 0;
    stack.links.files.set('/once.csv', (_, response) => {
      if (requests++ === 0) response.end(csv);
      else response.writeHead(410).end();
    });
    const { body } = await stack.accept(`${stack.links.origin}/once.csv`);
    expect(await stack.ended(body.job_id)).toMatchObject({ status: 'completed', filename: 'once.csv' });
    expect(requests).toBe(1);
  });

  it('that takes its time is accepted, and copied by its one request when it comes', async () => {
    let requests = 0;
    let answer = (): void => undefined;
    stack.links.files.set('/slow.csv', (_, response) => {
      requests++;
      answer = () => response.end(csv);
    });
    const { status, body } = await stack.accept(`${stack.links.origin}/slow.csv`);
    expect(status).toBe(202);
    answer();
    expect(await stack.ended(body.job_id)).toMatchObject({ status: 'completed', filename: 'slow.csv' });
    expect(requests).toBe(1);
  });

  it('whose first answer breaks off is fetched by the run', async () => {
    let requests = 0;
    const whole = Buffer.alloc(200_000, 'a,b\n');
    stack.links.files.set('/breaks.csv', (_, response) => {
      if (requests++ > 0) {
        response.end(whole);
        return;
      }
      response.writeHead(200, { 'content-length': whole.length });
      response.write(whole.subarray(0, 100_000), () => response.destroy());
    });
    const { body } = await stack.accept(`${stack.links.origin}/breaks.csv`);
    expect(await stack.ended(body.job_id)).toMatchObject({ status: 'completed' });
    expect(requests).toBe(2);
  });

  it('is copied: the file may be gone a moment later', async () => {
    stack.links.files.set('/reports/Q1%20figures.csv?token=secret', csv);
    const { body } = await stack.accept(`${stack.links.origin}/reports/Q1%20figures.csv?token=secret`);
    const job = await stack.jobWhen(
      body.job_id,
      ({ progress }) => !['queued', 'fetching'].includes(progress.stage),
    );
    stack.links.files.clear();
    expect(job.filename).toBe('Q1 figures.csv');
    expect(await stack.ended(body.job_id)).toMatchObject({ status: 'completed', result: { chunk_count: 2 } });
  });

  it('leaves no trace of its credentials in the run', async () => {
    stack.links.files.set('/a.csv?token=secret', csv);
    const { body } = await stack.accept(`${stack.links.origin}/a.csv?token=secret`);
    await stack.ended(body.job_id);
    const handle = stack.temporal.client.workflow.getHandle(`parse-job/${body.job_id}`);
    await handle.result();
    expect(JSON.stringify(await handle.fetchHistory())).not.toContain('secret');
  });
});

describe('a job that fails after its acceptance', () => {
  /** Breaks off its first answer, and answers what comes after it with something else. */
  function afterFirst(path: string, later: Buffer | number): string {
    let requests = 0;
    stack.links.files.set(path, (_, response) => {
      if (requests++ === 0) response.write(Buffer.alloc(100_000, 'a,b\n'), () => response.destroy());
      else if (typeof later === 'number') response.writeHead(later).end();
      else response.end(later);
    });
    return stack.links.origin + path;
  }

  const failures: [string, () => Promise<string> | string, string, RegExp][] = [
    [
      'a workbook behind a password',
      () => stack.upload(fixture('encrypted.xlsx'), { filename: 'a.xlsx' }),
      'unsupported_file_type',
      /protected with a password/,
    ],
    [
      'a truncated workbook',
      () =>
        stack.upload(readFileSync(join(root, 'examples/quarterly-report.xlsx')).subarray(0, 20_000), {
          filename: 'a.xlsx',
        }),
      'unsupported_file_type',
      /damaged|corrupt|truncated|ends/i,
    ],
    [
      'a link that has become a PDF',
      () => afterFirst('/pdf', Buffer.from('%PDF-1.7\n')),
      'unsupported_file_type',
      /./,
    ],
    ['a link that is gone', () => afterFirst('/gone', 404), 'download_failed', /404/],
    ['a link that stays broken', () => afterFirst('/broken', 503), 'download_failed', /503/],
    [
      'a file over 100 MB',
      () => afterFirst('/large', Buffer.alloc(100 * 1024 * 1024 + 1, 'a,b\n')),
      'file_too_large',
      /100 MB/,
    ],
  ];

  it.each(failures)('%s', async (_, input, error, message) => {
    const { status, body } = await stack.accept(await input());
    expect(status).toBe(202);
    const job = await stack.ended(body.job_id);
    expect(parseJobResource.parse(job)).toEqual(job);
    expect(job).toMatchObject({ status: 'failed', error, result: null, chunks: null, result_url: null });
    expect(job.message).toMatch(message);
    expect(job.billing.credits.used).toBe(0);

    const handle = stack.temporal.client.workflow.getHandle(`parse-job/${body.job_id}`);
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: error } });
    const { credits, places, charged } = await stack.holds();
    expect([...credits, ...places, ...Object.keys(charged)]).not.toContain(body.job_id);
  });
});

describe('ids', () => {
  const routes = [
    ['GET', ''],
    ['GET', '/chunks'],
    ['GET', '/tables'],
    ['GET', '/tables/tbl_1_A1'],
    ['DELETE', ''],
  ] as const;

  it.each(routes)('%s%s of another tenant’s job, or of none, is 404', async (method, suffix) => {
    const job = await completed(csv);
    const elsewhere = await stack.api.createKey({ environment: 'staging' });
    const stranger = await stack.api.createKey({ organization: 'rival' });
    const unknown = [newId('prs_'), 'prs_1', `upl_${job.job_id.slice(4)}`, 'prs_..%2f', '%00', '__proto__'];
    const asked = [
      ...[elsewhere, stranger].map(({ text }) => ({ id: job.job_id, key: text })),
      ...unknown.map((id) => ({ id, key: stack.key.text })),
    ];
    for (const { id, key } of asked) {
      const { status, body } = await stack.api.request<ErrorBody>(`/v3/parse/jobs/${id}${suffix}`, {
        method,
        key,
      });
      expect({ id, status, error: body.error }).toEqual({ id, status: 404, error: 'parse_job_not_found' });
    }
    expect((await stack.job(job.job_id)).status).toBe(200);
  });

  it('a key without the index permission may not look at jobs', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['query'] });
    const { status, body } = await stack.api.request<ErrorBody>(`/v3/parse/jobs/${newId('prs_')}`, { key });
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'permission_denied' });
  });
});
