import { textBytesMax } from '../../../src/domain/platform/limits';
import { newId } from '../../../src/stores/mongo/new-id';
import { type IdleStack, startIdleStack } from '../../setup/idle-stack';
import { type ErrorBody } from '../platform/upload-client';

// No worker runs: whatever is accepted stays pending.
let stack: IdleStack;
beforeAll(async () => {
  stack = await startIdleStack();
});
afterAll(() => stack.close());

interface JobRow {
  _id: string;
  state: string;
  credentials: string | null;
  source: unknown;
}
const rows = () => stack.api.mongo.db.collection<JobRow>('jobs');
afterEach(async () => {
  const { db } = stack.api.mongo;
  await Promise.all([rows().deleteMany({}), db.collection('uploads').deleteMany({})]);
});
/** A key of another organization, so that the quota of one test is not another one's. */
let organizations = 0;
const freshKey = async (permissions?: ('query' | 'index')[]) => {
  const organization = `tenant-${++organizations}`;
  const { text } = await stack.api.createKey({ organization, ...(permissions && { permissions }) });
  await stack.api.request('/v2/collections/manuals', { method: 'PUT', key: text });
  return text;
};

const s3 = { bucket_name: 'bucket', aws_access_key_id: 'id', aws_secret_access_key: 'hush' };
const gcs = { bucket_name: 'bucket', service_account_json: '{}' };
const azure = { container_name: 'files', account_name: 'acme', account_key: 'aHVzaA==' };
const r2 = {
  bucket_name: 'bucket',
  account_id: 'a'.repeat(32),
  access_key_id: 'id',
  secret_access_key: 'hush',
};
const s3compatible = {
  bucket_name: 'bucket',
  endpoint_url: 'https://s3.example.com',
  access_key_id: 'id',
  secret_access_key: 'hush',
};
const text = { content: 'hello' };
const without = (object: object, name: string) => ({ ...object, [name]: undefined });

describe('a request that is refused', () => {
  let key: string;
  beforeEach(async () => {
    key = await freshKey();
  });

  const cases: [string, string, object, number, string][] = [
    ['no link', 'url', {}, 400, 'validation_error'],
    [
      'a link and links',
      'url',
      { url: 'https://a.example/x', urls: ['https://a.example/y'] },
      400,
      'validation_error',
    ],
    ['no links at all', 'url', { urls: [] }, 400, 'validation_error'],
    ['101 links', 'url', { urls: Array(101).fill('https://a.example/x') }, 400, 'validation_error'],
    ['another scheme', 'url', { url: 'file:///etc/passwd' }, 400, 'validation_error'],
    ['a link with user-info', 'url', { url: 'https://me:pw@a.example/x' }, 400, 'validation_error'],
    ['a text without content', 'text', { content: '' }, 400, 'validation_error'],
    [
      'a text of more than 10 MiB',
      'text',
      { content: 'x'.repeat(textBytesMax + 1) },
      413,
      'payload_too_large',
    ],
    ['a name that is none', 'text', { ...text, filename: '..' }, 400, 'validation_error'],
    ['a field that is none', 'text', { ...text, colour: 'red' }, 400, 'validation_error'],
    ['no uploads', 'uploads', { uploads: [] }, 400, 'validation_error'],
    ['an id of another kind', 'uploads', { uploads: [`svc://${newId('prs_')}`] }, 400, 'upload_not_found'],
    [
      'an upload that was never made',
      'uploads',
      { uploads: [`svc://${newId('upl_')}`] },
      400,
      'upload_not_found',
    ],
    ['an engine without masking', 'text', { ...text, pii_engine: 'classifier' }, 400, 'conflicting_options'],
    [
      'skipping and overwriting',
      'text',
      { ...text, skip_existing: true, overwrite_existing: true },
      400,
      'conflicting_options',
    ],
    [
      'overwriting without not skipping',
      'text',
      { ...text, overwrite_existing: true },
      400,
      'conflicting_options',
    ],
    [
      'a reserved key',
      'text',
      { ...text, custom_metadata: { filename: 'x' } },
      400,
      'invalid_custom_metadata',
    ],
    ['a key with $', 'text', { ...text, custom_metadata: { $x: 'x' } }, 400, 'invalid_custom_metadata'],
    ['a nested value', 'text', { ...text, custom_metadata: { a: { b: 1 } } }, 400, 'invalid_custom_metadata'],
    [
      'metadata of 70 KB',
      'text',
      { ...text, custom_metadata: { a: 'x'.repeat(70_000) } },
      400,
      'invalid_custom_metadata',
    ],
    ['metadata that is a list', 'text', { ...text, custom_metadata: [] }, 400, 'validation_error'],
    ['no file at most', 'text', { ...text, max_files: 0 }, 400, 'validation_error'],
    ['too many files', 'text', { ...text, max_files: 100_001 }, 400, 'validation_error'],
    ['another way to process', 'text', { ...text, processing_type: 'deep' }, 400, 'validation_error'],
    [
      'a language of pictures that is none',
      'text',
      { ...text, ocr_language: 'deu' },
      400,
      'validation_error',
    ],
    ['a language that is none', 'text', { ...text, transcription_language: '??' }, 400, 'validation_error'],
    [
      'a script that is not stored',
      'text',
      { ...text, parsing_script: 'none' },
      400,
      'parsing_script_not_found',
    ],
    ['S3 without a bucket', 's3', without(s3, 'bucket_name'), 400, 'validation_error'],
    ['S3 without a key', 's3', { bucket_name: 'bucket' }, 400, 'validation_error'],
    ['S3 with half a key', 's3', without(s3, 'aws_secret_access_key'), 400, 'validation_error'],
    [
      'S3 with a key and a role',
      's3',
      { ...s3, auth: { role_arn: 'arn:aws:iam::123456789012:role/reader', external_id: 'xx' } },
      400,
      'validation_error',
    ],
    ['S3 with a jurisdiction', 's3', { ...s3, jurisdiction: 'eu' }, 400, 'jurisdiction_not_supported'],
    ['an unknown jurisdiction', 'r2', { ...r2, jurisdiction: 'moon' }, 400, 'validation_error'],
    ['a file of S3 without its URI', 's3/file', s3, 400, 'validation_error'],
    ['a file of another store', 's3/file', { ...s3, file_uri: 'gs://bucket/a.pdf' }, 400, 'validation_error'],
    ['a file of another bucket', 's3/file', { ...s3, file_uri: 's3://other/a.pdf' }, 400, 'validation_error'],
    ['a folder without a path', 's3/directory', s3, 400, 'validation_error'],
    ['a folder that is everything', 's3/directory', { ...s3, directory_path: '/' }, 400, 'validation_error'],
    ['GCS without its account', 'gcs', without(gcs, 'service_account_json'), 400, 'validation_error'],
    ['GCS with a jurisdiction', 'gcs', { ...gcs, jurisdiction: 'eu' }, 400, 'jurisdiction_not_supported'],
    [
      'Azure with an account that is a host',
      'azure',
      { ...azure, account_name: 'a.example' },
      400,
      'validation_error',
    ],
    [
      'Azure with a jurisdiction',
      'azure',
      { ...azure, jurisdiction: 'us' },
      400,
      'jurisdiction_not_supported',
    ],
    ['R2 with an account that is a host', 'r2', { ...r2, account_id: 'x.example' }, 400, 'validation_error'],
    [
      'an endpoint that is no URL',
      's3compatible',
      { ...s3compatible, endpoint_url: 's3.example' },
      400,
      'validation_error',
    ],
    [
      'a jurisdiction of another server',
      's3compatible',
      { ...s3compatible, jurisdiction: 'eu' },
      400,
      'jurisdiction_not_supported',
    ],
  ];

  it.each(cases)('%s (%s)', async (_, route, json, status, error) => {
    const answer = await stack.index(route, json, { key });
    expect({ status: answer.status, error: (answer.body as unknown as ErrorBody).error }).toEqual({
      status,
      error,
    });
    expect(await rows().countDocuments()).toBe(0);
  });

  it.each(['url', 'text', 'uploads', 's3', 'gcs/file', 'azure/directory', 'r2', 's3compatible/file'])(
    'into an unknown collection, or one of another tenant, is 404 (%s)',
    async (route) => {
      const bodies: Record<string, object> = {
        url: { url: 'https://a.example/x' },
        text,
        uploads: { uploads: [await stack.upload(Buffer.from('a,b\n1,2\n'))] },
        s3,
        'gcs/file': { ...gcs, file_uri: 'gs://bucket/a' },
        'azure/directory': { ...azure, directory_path: 'a' },
        r2,
        's3compatible/file': { ...s3compatible, file_uri: 's3://bucket/a' },
      };
      const options = { key, collection: 'nowhere' };
      const answer = await stack.index(route, bodies[route], options);
      expect([answer.status, (answer.body as unknown as ErrorBody).error]).toEqual([
        404,
        'collection_not_found',
      ]);
    },
  );

  it('without a key is 401, without the permission 403', async () => {
    const path = '/v2/collections/manuals/index/text';
    expect((await stack.api.request(path, { json: text })).status).toBe(401);
    const reader = await freshKey(['query']);
    expect((await stack.index('text', text, { key: reader })).status).toBe(403);
  });

  it('far beyond 60 in a minute is 429, for one organization, whichever route it asks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        stack.index(n % 2 === 0 ? 'url' : 'text', n % 2 === 0 ? { url: 'https://a.example/x' } : text, {
          key,
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await stack.index('text', text, { key: await freshKey() })).status).toBe(202);
  });
});

describe('a form', () => {
  const send = async (form: FormData, headers: Record<string, string> = {}) =>
    stack.api.request<ErrorBody & { job_id: string }>('/v2/collections/manuals/index/file', {
      key: await freshKey(),
      body: form,
      headers,
    });
  const formOf = (fields: Record<string, string>, files = 1) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (let n = 0; n < files; n++) form.append('files', new Blob([`file ${n}`]), `${n}.txt`);
    return form;
  };
  const cases: [string, () => FormData, string][] = [
    ['without files', () => formOf({}, 0), 'validation_error'],
    ['with 21 files', () => formOf({}, 21), 'validation_error'],
    ['with a field that is none', () => formOf({ colour: 'red' }), 'validation_error'],
    ['with metadata that is no JSON', () => formOf({ custom_metadata: '{' }), 'validation_error'],
    ['with a reserved key', () => formOf({ custom_metadata: '{"uri":"x"}' }), 'invalid_custom_metadata'],
    ['with a number that is none', () => formOf({ max_files: 'many' }), 'validation_error'],
    [
      'with JSON of 50,000 levels',
      () => formOf({ custom_metadata: '['.repeat(50_000) + ']'.repeat(50_000) }),
      'malformed_json',
    ],
    ['with a prototype', () => formOf({ custom_metadata: '{"__proto__":{"a":1}}' }), 'validation_error'],
  ];
  it.each(cases)('%s is refused and leaves nothing', async (_, form, error) => {
    const { status, body } = await send(form(), { 'idempotency-key': 'refused' });
    expect([status, body.error]).toEqual([400, error]);
    expect(await rows().countDocuments()).toBe(0);
    const uploads = stack.api.mongo.db.collection('uploads');
    expect(await uploads.countDocuments({ state: { $nin: ['deleted'] } })).toBe(0);
  });

  it('that is no form is 415', async () => {
    const { status } = await stack.api.request('/v2/collections/manuals/index/file', {
      key: await freshKey(),
      json: {},
    });
    expect(status).toBe(415);
  });

  it('sent again with its key gives the first answer; other bytes under that key are refused', async () => {
    const key = await freshKey();
    const request = (form: FormData) =>
      stack.api.request<ErrorBody & { job_id: string }>('/v2/collections/manuals/index/file', {
        key,
        body: form,
        headers: { 'idempotency-key': 'form-1' },
      });
    const first = await request(formOf({ max_files: '3' }));
    const again = await request(formOf({ max_files: '3' }));
    expect([first.status, again.body.job_id]).toEqual([202, first.body.job_id]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await request(formOf({ max_files: '3' }, 2));
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_reused']);
    expect(await rows().countDocuments()).toBe(1);
  });
});

describe('an accepted request', () => {
  it('may hold 10 MiB of text that its JSON writes with escapes alone', async () => {
    const escaped = String.raw`\u044f`.repeat(textBytesMax / 2);
    const answer = await stack.api.request('/v2/collections/manuals/index/text', {
      method: 'POST',
      key: await freshKey(),
      headers: { 'content-type': 'application/json' },
      body: `{"content":"${escaped}"}`,
    });
    expect(answer.status).toBe(202);
  });

  it.each<[string, object]>([
    ['s3', s3],
    ['gcs', gcs],
    ['azure', azure],
    ['r2', { ...r2, jurisdiction: 'eu' }],
    ['s3compatible', s3compatible],
    ['s3/file', { ...s3, file_uri: 's3://bucket/a.pdf' }],
    ['azure/directory', { ...azure, directory_path: 'a/b' }],
  ])('of %s answers pending and keeps its credentials sealed', async (route, json) => {
    const answer = await stack.index(route, json, { key: await freshKey() });
    expect([answer.status, answer.body.status]).toEqual([202, 'pending']);
    const row = await rows().findOne({ _id: answer.body.job_id });
    expect(row?.credentials).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/hush|aHVzaA==/);
  });

  it('is one job, however often it is sent with its Idempotency-Key', async () => {
    const key = await freshKey();
    const headers = { 'idempotency-key': 'text-1' };
    const [first, again] = [
      await stack.index('text', text, { key, headers }),
      await stack.index('text', text, { key, headers }),
    ];
    expect(again.text).toBe(first.text);
    expect(await rows().countDocuments()).toBe(1);
  });

  it('is cancelled at once while it is pending, and then is final', async () => {
    const jobId = await stack.accepted(stack.index('text', text));
    const answer = await stack.api.request(`/v2/jobs/${jobId}`, { method: 'DELETE', key: stack.key.text });
    expect(answer.body).toMatchObject({ job_id: jobId, status: 'cancelled' });
  });

  it('cannot be rolled back before it has ended', async () => {
    const jobId = await stack.accepted(stack.index('text', text));
    const answer = await stack.rollBack(jobId);
    expect([answer.status, (answer.body as unknown as ErrorBody).error]).toEqual([409, 'job_not_finished']);
  });
});

describe('jobs of others', () => {
  it('are as unknown as none, in every route', async () => {
    const jobId = await stack.accepted(stack.index('text', text));
    const staging = await stack.api.createKey({ environment: 'staging' });
    const keys = [await freshKey(), staging.text];
    for (const key of keys) {
      for (const [method, path] of [
        ['GET', `/v2/jobs/${jobId}`],
        ['DELETE', `/v2/jobs/${jobId}`],
        ['PATCH', `/v2/jobs/${jobId}/rollback`],
        ['GET', '/v2/jobs/job_none'],
      ] as const) {
        const answer = await stack.api.request<ErrorBody>(path, { method, key });
        expect([answer.status, answer.body.error]).toEqual([404, 'job_not_found']);
      }
      const list = await stack.api.request<{ total_count: number }>('/v2/jobs', { key });
      expect(list.body.total_count).toBe(0);
    }
    expect((await rows().findOne({ _id: jobId }))?.state).toBe('pending');
  });

  it('are not in the list; own ones are, newest first, filtered and paged', async () => {
    const key = await freshKey();
    const ids: string[] = [];
    for (const content of ['a', 'b', 'c'])
      ids.unshift(await stack.accepted(stack.index('text', { content }, { key })));
    const list = async (query: string) =>
      (
        await stack.api.request<{ jobs: { job_id: string }[]; total_count: number }>(`/v2/jobs${query}`, {
          key,
        })
      ).body;
    expect((await list('')).jobs.map(({ job_id }) => job_id)).toEqual(ids);
    const page = await list('?limit=1&offset=1');
    expect([page.jobs.map(({ job_id }) => job_id), page.total_count]).toEqual([[ids[1]], 3]);
    expect((await list('?status=completed')).total_count).toBe(0);
    expect((await list('?collection=manuals&status=pending')).total_count).toBe(3);
    expect((await list('?collection=other')).total_count).toBe(0);
    expect((await list('?job_environment=staging')).total_count).toBe(0);
    expect((await list('?sync_id=sync_1')).total_count).toBe(0);
    expect((await list(`?offset=${Number.MAX_SAFE_INTEGER}`)).jobs).toEqual([]);
    const bad = await stack.api.request<ErrorBody>('/v2/jobs?limit=201', { key });
    expect([bad.status, bad.body.error]).toEqual([400, 'validation_error']);
  });
});
