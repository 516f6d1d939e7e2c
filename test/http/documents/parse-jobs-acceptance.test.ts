import { BlobNotFound } from '../../../src/blobs';
import { utils, write } from 'xlsx';
import { parseCredits } from '../../../src/domain/documents/billing';
import { type AcceptedParseJob, type ParseJobResource } from '../../../api/documents/parse-jobs/schema';
import { createJobs } from '../../../src/jobs';
import { newId } from '../../../src/stores/mongo/new-id';
import { type IdleStack, startIdleStack } from '../../setup/idle-stack';
import { type ErrorBody, type IssueBody } from '../platform/upload-client';

const csv = Buffer.from('Region,Q1\nNorth,10\n');

// No worker runs: whatever is accepted stays queued.
let stack: IdleStack;
beforeAll(async () => {
  stack = await startIdleStack({ env: { PARSE_CAPACITY: '150' } });
});
afterAll(() => stack.close());

afterEach(async () => {
  const { db } = stack.api.mongo;
  await Promise.all([
    db.collection('parse_jobs').deleteMany({}),
    db.collection('organizations').deleteMany({ holders: { $exists: true } }),
    db.collection('organizations').updateMany({ holds: { $exists: true } }, { $set: { holds: [] } }),
  ]);
});

const rows = () =>
  stack.api.mongo.db.collection<{ _id: string; state: string }>('parse_jobs').find().toArray();

async function expectNothingLeft(): Promise<void> {
  expect(await rows()).toEqual([]);
  expect(await stack.holds()).toEqual({ credits: [], places: [], charged: {} });
}

describe('input that is refused', () => {
  const links: [string, () => string, string][] = [
    ['no link at all', () => 'book.xlsx', 'invalid_input'],
    ['nothing', () => '', 'invalid_input'],
    ['http', () => 'http://example.com/a.csv', 'invalid_input'],
    ['another scheme', () => 'file:///etc/passwd', 'invalid_input'],
    ['a private address', () => 'https://10.0.0.1/a.csv', 'invalid_input'],
    ['the metadata service', () => 'https://169.254.169.254/latest', 'invalid_input'],
    ['a name with user-info', () => 'https://user:pass@example.com/a.csv', 'invalid_input'],
    ['a link of 9,000 characters', () => `https://example.com/${'a'.repeat(9_000)}`, 'invalid_input'],
    ['an id of another kind', () => `svc://${newId('prs_')}`, 'invalid_input'],
    ['an id with a path', () => 'svc://upl_/../../x', 'invalid_input'],
    ['an upload id that no upload can have', () => 'svc://upl_none', 'upload_not_found'],
    ['an upload that was never made', () => `svc://${newId('upl_')}`, 'upload_not_found'],
    ['a link to nothing', () => `${stack.links.origin}/nothing`, 'download_failed'],
    ['a port on which nothing listens', () => 'https://127.0.0.1:9', 'download_failed'],
    ['an empty file', () => linkTo('/empty.csv', Buffer.alloc(0)), 'unsupported_file_type'],
    ['bytes of control characters', () => linkTo('/b.xlsx', Buffer.of(0, 1, 2)), 'unsupported_file_type'],
    ['a PDF called .xlsx', () => linkTo('/a.xlsx', Buffer.from('%PDF-1.7\n')), 'unsupported_file_type'],
  ];

  function linkTo(path: string, content: Buffer): string {
    stack.links.files.set(path, content);
    return stack.links.origin + path;
  }

  it.each(links)('%s', async (_, input, error) => {
    const { status, body } = await stack.accept(input());
    expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({ status: 400, error });
    await expectNothingLeft();
  });

  it('an upload of another tenant is as unknown as none', async () => {
    const fileId = await stack.upload(csv);
    for (const options of [{ environment: 'staging' as const }, { organization: 'rival' }]) {
      const { text } = await stack.api.createKey(options);
      const { status, body } = await stack.accept(fileId, {}, { key: text });
      expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
        status: 400,
        error: 'upload_not_found',
      });
    }
  });

  it('an upload that has expired says so', async () => {
    const fileId = await stack.upload(csv);
    await stack.api.mongo.db.collection('uploads').updateMany({}, { $set: { expiresAt: new Date(0) } });
    const { status, body } = await stack.accept(fileId);
    expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
      status: 400,
      error: 'upload_expired',
    });
  });
});

describe('fields that are refused', () => {
  const fields: [string, object, unknown[], string][] = [
    ['no input', { input: undefined }, ['body', 'input'], 'missing'],
    ['a number as input', { input: 7 }, ['body', 'input'], 'string_type'],
    ['text for a flag', { include_images: 'yes' }, ['body', 'include_images'], 'bool_type'],
    ['a field that does not exist', { sheets: [1] }, ['body', 'sheets'], 'extra_forbidden'],
    ['mask_pii, even when false', { mask_pii: false }, ['body', 'mask_pii'], 'value_error'],
    ['pii_fields', { pii_fields: [] }, ['body', 'pii_fields'], 'value_error'],
    ['pii_engine', { pii_engine: 'x' }, ['body', 'pii_engine'], 'value_error'],
    ['pii_instructions', { pii_instructions: 'x' }, ['body', 'pii_instructions'], 'value_error'],
    ['pii_include_tags', { pii_include_tags: ['AGE'] }, ['body', 'pii_include_tags'], 'value_error'],
    ['pii_fallback', { pii_fallback: true }, ['body', 'pii_fallback'], 'value_error'],
  ];

  it.each(fields)('%s', async (_, extra, loc, type) => {
    const json = { input: 'https://example.com/a.csv', ...extra };
    const { status, body } = await stack.api.request<IssueBody>('/v3/parse/spreadsheets', {
      key: stack.key.text,
      json,
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc, type, msg: expect.any(String) as string }]);
    await expectNothingLeft();
  });

  it.each([
    ['limit', '0'],
    ['limit', '501'],
    ['limit', 'x'],
    ['limit', ''],
    ['cursor', '-1'],
    ['cursor', '1.5'],
    ['cursor', '1e99'],
    ['limit', '1e2'],
  ])('chunks?%s=%s', async (name, value) => {
    const path = `/v3/parse/jobs/${newId('prs_')}/chunks?${name}=${value}`;
    const { status, body } = await stack.api.request<IssueBody>(path, { key: stack.key.text });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }) => loc)).toEqual([['query', name]]);
  });
});

describe('limits', () => {
  it('of 100 concurrent requests of an organization exactly 20 are accepted, the others are told when to come back', async () => {
    const fileId = await stack.upload(csv);
    const answers = await Promise.all(Array.from({ length: 100 }, () => stack.accept(fileId)));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(accepted).toHaveLength(20);
    for (const { status, body, headers } of refused) {
      expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
        status: 429,
        error: 'too_many_parse_jobs',
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const ids = accepted.map(({ body }) => body.job_id).sort();
    expect((await rows()).map(({ _id }) => _id).sort()).toEqual(ids);
    const { credits, places } = await stack.holds();
    expect([credits.sort(), places.sort()]).toEqual([ids, ids]);
  });

  it('of 200 concurrent requests of ten organizations exactly as many are accepted as there are places', async () => {
    const callers = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const { text: key } = await stack.api.createKey({ organization: `org-${n}` });
        return { key, fileId: await stack.upload(csv, { key }) };
      }),
    );
    const answers = await Promise.all(
      callers.flatMap(({ key, fileId }) =>
        Array.from({ length: 20 }, () => stack.accept(fileId, {}, { key })),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(50);
    for (const { status, body, headers } of refused) {
      expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
        status: 429,
        error: 'parse_capacity',
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await rows()).toHaveLength(150);
    const { credits, places } = await stack.holds();
    expect(credits.sort()).toEqual(places.sort());
  });

  it('credits are held for the estimated size, and where they do not suffice nothing is', async () => {
    const { text: key, organizationId } = await stack.api.createKey({ organization: 'poor' });
    await stack.api.stores.credits.setBalance(organizationId, 2);
    stack.links.files.set('/two.csv', Buffer.alloc(4 * 3_000, 'a,b\n'));
    stack.links.files.set('/three.csv', Buffer.alloc(5 * 3_000, 'a,b\n'));
    const three = await stack.accept(`${stack.links.origin}/three.csv`, {}, { key });
    expect(three).toMatchObject({
      status: 402,
      body: { error: 'insufficient_credits', details: { required: 2.5, remaining: 2 } },
    });
    await expectNothingLeft();
    const two = await stack.accept(`${stack.links.origin}/two.csv`, {}, { key });
    expect(two.status).toBe(202);
    expect(await stack.api.stores.credits.remaining(organizationId)).toBe(0);
    await stack.api.request(`/v3/parse/jobs/${two.body.job_id}`, { method: 'DELETE', key });
    expect(await stack.api.stores.credits.remaining(organizationId)).toBe(2);
  });
});

it('a job tells the input that it was requested with, and no link that holds credentials', async () => {
  stack.links.files.set('/told.csv', csv);
  const link = `${stack.links.origin}/told.csv`;
  const fileId = await stack.upload(csv);
  const told = async (input: string) => {
    const { body } = await stack.accept(input);
    const path = `/v3/parse/jobs/${body.job_id}`;
    return (await stack.api.request<ParseJobResource>(path, { key: stack.key.text })).body.input;
  };
  expect(await told(fileId)).toBe(fileId);
  expect(await told(link)).toBe(link);
  stack.links.files.set('/told.csv?sig=hush', csv);
  expect(await told(`${link}?sig=hush`)).toBeNull();
});

it('the credits of a packed workbook are held for the sizes in its directory', async () => {
  const { text: key, organizationId } = await stack.api.createKey({ organization: 'packed' });
  await stack.api.stores.credits.setBalance(organizationId, 100);
  const rows = Array.from({ length: 5_000 }, () => Array.from({ length: 20 }, () => 12_345));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Same');
  const packed = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  const fileId = await stack.upload(packed, { filename: 'same.xlsx', key });
  expect((await stack.accept(fileId, {}, { key })).status).toBe(202);
  const { held } = await stack.api.stores.credits.account(organizationId);
  expect(held).toBeGreaterThanOrEqual(parseCredits(rows.length * 20 * '12345'.length, 0) * 0.9);
  await stack.api.stores.credits.setBalance(organizationId, held + 1);
  expect(await stack.accept(fileId, {}, { key })).toMatchObject({
    status: 402,
    body: { details: { required: held, remaining: 1 } },
  });
});

describe('Idempotency-Key', () => {
  it('50 concurrent requests with one key make one job', async () => {
    const fileId = await stack.upload(csv);
    const headers = { 'Idempotency-Key': 'one job, please' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => stack.accept(fileId, {}, { headers })),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const waiting = answers.filter(({ status }) => status !== 202);
    expect(
      new Set(waiting.map(({ status, body }) => `${status} ${(body as unknown as ErrorBody).error}`)),
    ).toEqual(new Set(waiting.length === 0 ? [] : ['409 idempotency_in_progress']));
    expect(new Set(accepted.map(({ body }) => body.job_id)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    const again = await stack.accept(fileId, {}, { headers });
    expect(again.body).toEqual(accepted[0]!.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('a request that takes over from a crashed one continues its job', async () => {
    const fileId = await stack.upload(csv);
    const headers = { 'Idempotency-Key': 'crashed' };
    const first = await stack.accept(fileId, {}, { headers });
    await stack.api.mongo.db
      .collection('idempotency')
      .updateMany({}, { $set: { state: 'running', leaseUntil: new Date(0), reply: null } });
    const second = await stack.accept(fileId, {}, { headers });
    expect(second.body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
  });

  it('a malformed key is refused', async () => {
    const { status, body } = await stack.accept(
      await stack.upload(csv),
      {},
      { headers: { 'Idempotency-Key': 'x'.repeat(256) } },
    );
    expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
      status: 400,
      error: 'invalid_idempotency_key',
    });
  });
});

describe('while Temporal is away', () => {
  let jobs: ReturnType<typeof createJobs>;
  let away: IdleStack;

  beforeAll(async () => {
    // Nothing listens on port 9.
    jobs = createJobs({ address: '127.0.0.1:9', namespace: 'default' });
    away = await startIdleStack({ deps: () => ({ jobs }) });
  });
  afterAll(async () => {
    await away.close();
    await jobs.close();
  });

  it('the answer is 503 with Retry-After, and nothing stays reserved', async () => {
    const { status, body, headers } = await away.accept(await away.upload(csv));
    expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
      status: 503,
      error: 'parse_unavailable',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await away.holds()).toEqual({ credits: [], places: [], charged: {} });
    expect(await away.api.mongo.db.collection('parse_jobs').countDocuments()).toBe(0);
  });

  it('a queued job can be cancelled all the same', async () => {
    const jobId = newId('prs_');
    await away.api.stores.parseJobs.insertQueued({
      _id: jobId,
      organizationId: away.key.organizationId,
      environment: 'production',
      input: { kind: 'upload', uploadId: newId('upl_') },
      filename: null,
      byteSize: 1,
      options: {
        type: 'spreadsheet',
        includeTagsSummary: false,
        includeImages: false,
        includeVerifiedFacts: false,
        includeHiddenSheets: true,
      },
      createdAt: new Date(),
    });
    const { status, body } = await away.cancel(jobId);
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'cancelled' });
  });
});

describe('a queued job', () => {
  it('whose link is still copied leaves no file when it is cancelled', async () => {
    let finish = (): void => undefined;
    stack.links.files.set('/cancelled.csv', (_, response) => {
      response.write(Buffer.alloc(100_000, 'a,b\n'));
      finish = () => response.end();
    });
    const { body } = await stack.accept(`${stack.links.origin}/cancelled.csv`);
    expect((await stack.cancel(body.job_id)).body.status).toBe('cancelled');
    finish();
    await stack.copied();
    await expect(stack.api.deps.blobs.stat(`parse/${body.job_id}/input`)).rejects.toThrow(BlobNotFound);
  });

  it('shows nothing of a result, and its chunks are a conflict until it has ended', async () => {
    const { body }: { body: AcceptedParseJob } = await stack.accept(await stack.upload(csv));
    expect((await stack.job(body.job_id)).body).toMatchObject({
      status: 'queued',
      progress: { stage: 'queued', sheets_total: null, sheets_done: 0, rows_done: 0 },
      result: null,
      chunks: null,
      started_at: null,
      completed_at: null,
      billing: { credits: { used: 0 } },
    });
    const chunks = await stack.api.request<ErrorBody>(`/v3/parse/jobs/${body.job_id}/chunks`, {
      key: stack.key.text,
    });
    expect({ status: chunks.status, error: chunks.body.error }).toEqual({
      status: 409,
      error: 'job_not_finished',
    });
  });

  it('is cancelled at once, releases what it holds, and stays cancelled', async () => {
    const { body }: { body: AcceptedParseJob } = await stack.accept(await stack.upload(csv));
    const cancelled = await stack.cancel(body.job_id);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', billing: { credits: { used: 0 } } });
    expect((await stack.cancel(body.job_id)).body).toEqual(cancelled.body);
    const { credits, places } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
  });
});
