import {
  type AcceptedParseJob,
  parseJobResource,
  type ParseJobResource,
} from '../../../api/documents/parse-jobs/schema';
import { newId } from '../../../src/stores/mongo/new-id';
import { type IdleStack, startIdleStack } from '../../setup/idle-stack';
import { type ErrorBody, type IssueBody } from '../platform/upload-client';

// No worker runs: whatever is accepted stays queued.
let stack: IdleStack;
beforeAll(async () => {
  stack = await startIdleStack();
});
afterAll(() => stack.close());

const pdf = Buffer.from('%PDF-1.7\n');

const linkTo = (path: string, content: Buffer): string => {
  stack.links.files.set(path, content);
  return stack.links.origin + path;
};

function accept(fields: object, { key = stack.key.text, headers = {} } = {}) {
  return stack.api.request<AcceptedParseJob>('/v3/parse/documents', { key, json: fields, headers });
}

const rows = () => stack.api.mongo.db.collection<{ _id: string }>('parse_jobs').find().toArray();

test.each<[what: string, route: string, fields: object, name: string, message: RegExp]>([
  ['images', 'documents', { include_images: true }, 'include_images', /option of \/v3\/parse\/spreadsheets/],
  [
    'verified facts',
    'documents',
    { include_verified_facts: false },
    'include_verified_facts',
    /spreadsheets/,
  ],
  ['hidden sheets', 'documents', { include_hidden_sheets: true }, 'include_hidden_sheets', /spreadsheets/],
  ['masking', 'documents', { mask_pii: true }, 'mask_pii', /no masking/],
  ['an unknown type', 'documents', { processing_type: 'best' }, 'processing_type', /./],
  ['a language of pictures that is none', 'documents', { ocr_language: 'xx' }, 'ocr_language', /auto/],
  [
    'a language that is none',
    'documents',
    { transcription_language: 'x y' },
    'transcription_language',
    /BCP-47/,
  ],
  [
    'OCR',
    'spreadsheets',
    { processing_type: 'basic' },
    'processing_type',
    /option of \/v3\/parse\/documents/,
  ],
  ['a language of pictures', 'spreadsheets', { ocr_language: 'de' }, 'ocr_language', /documents/],
  ['a language', 'spreadsheets', { transcription_language: 'de' }, 'transcription_language', /documents/],
])('%s is refused by /v3/parse/%s: %j', async (_what, route, fields, name, message) => {
  const { status, body } = await stack.api.request<IssueBody>(`/v3/parse/${route}`, {
    key: stack.key.text,
    json: { input: 'https://example.com/a.pdf', ...fields },
  });
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([{ loc: ['body', name], msg: expect.stringMatching(message) as string }]);
  expect(await rows()).toEqual([]);
});

test.each<[what: string, input: () => string, error: string]>([
  ['no link', () => 'a.pdf', 'invalid_input'],
  ['a private address', () => 'https://10.0.0.1/a.pdf', 'invalid_input'],
  ['an unknown upload', () => `svc://${newId('upl_')}`, 'upload_not_found'],
  ['a link to nothing', () => `${stack.links.origin}/nothing`, 'download_failed'],
  ['an empty file', () => linkTo('/empty.pdf', Buffer.alloc(0)), 'unsupported_file_type'],
])('%s is refused', async (_what, input, error) => {
  const { status, body } = await accept({ input: input() });
  expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({ status: 400, error });
  expect(await rows()).toEqual([]);
});

test('an upload of another organization is as unknown as none', async () => {
  const fileId = await stack.upload(Buffer.from('a,b\n1,2\n'));
  const { text: key } = await stack.api.createKey({ organization: 'rival-of-documents' });
  const { status, body } = await accept({ input: fileId }, { key });
  expect({ status, error: (body as unknown as ErrorBody).error }).toEqual({
    status: 400,
    error: 'upload_not_found',
  });
});

test('an accepted document is a job among the others, and the price of a page is held', async () => {
  const { text: key, organizationId } = await stack.api.createKey({ organization: 'with-two-credits' });
  await stack.api.stores.credits.setBalance(organizationId, 2);
  const headers = { 'Idempotency-Key': 'document-1' };
  const asked = { input: linkTo('/a.pdf', pdf), processing_type: 'advanced' };
  const { status, body } = await accept(asked, { key, headers });
  expect({ status, body }).toMatchObject({ status: 202, body: { type: 'document', status: 'queued' } });
  expect((await accept(asked, { key, headers })).body.job_id).toBe(body.job_id);
  const path = `/v3/parse/jobs/${body.job_id}`;
  const { body: job } = await stack.api.request<ParseJobResource>(path, { key });
  expect(parseJobResource.parse(job)).toEqual(job);
  expect(job).toMatchObject({
    type: 'document',
    filename: 'a.pdf',
    options: {
      include_tags_summary: false,
      processing_type: 'advanced',
      ocr_language: 'auto',
      transcription_language: null,
    },
    progress: { stage: 'queued', pages_total: null, pages_done: 0 },
  });
  expect(await stack.api.stores.credits.remaining(organizationId)).toBe(1.5);
  for (const part of ['markdown', 'pages'])
    expect(await stack.api.request(`${path}/${part}`, { key })).toMatchObject({
      status: 409,
      body: { error: 'job_not_finished' },
    });
  await stack.api.request(path, { method: 'DELETE', key });
  expect(await stack.api.stores.credits.remaining(organizationId)).toBe(2);
  expect(await stack.api.request(`${path}/markdown`, { key })).toMatchObject({
    status: 409,
    body: { error: 'parse_job_without_result' },
  });
});

test('without the credits of a page nothing is accepted', async () => {
  const { text: key, organizationId } = await stack.api.createKey({ organization: 'without-credits' });
  await stack.api.stores.credits.setBalance(organizationId, 0);
  const { status, body } = await accept({ input: linkTo('/b.pdf', pdf) }, { key });
  expect({ status, body }).toMatchObject({
    status: 402,
    body: { error: 'insufficient_credits', details: { required: 0.5, remaining: 0 } },
  });
});

test.each([
  ['limit', '0'],
  ['limit', '201'],
  ['cursor', '-1'],
  ['cursor', '1.5'],
  ['include_regions', 'yes'],
])('pages?%s=%s is refused', async (name, value) => {
  const path = `/v3/parse/jobs/${newId('prs_')}/pages?${name}=${value}`;
  const { status, body } = await stack.api.request<IssueBody>(path, { key: stack.key.text });
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }) => loc)).toEqual([['query', name]]);
});
