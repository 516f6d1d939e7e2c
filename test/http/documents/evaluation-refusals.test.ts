import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { JobsUnavailable } from '../../../src/jobs/runs';
import { newId } from '../../../src/stores/mongo/new-id';
import { type DocumentApi, type ErrorBody, type IssueBody } from './document-client';
import {
  type EvaluationApi,
  type EvaluationClient,
  goodCase as good,
  type SentCase,
  startEvaluationApi,
} from './evaluation-client';

let stack: EvaluationApi;
let api: DocumentApi;
let evals: EvaluationClient;

beforeAll(async () => {
  stack = await startEvaluationApi();
  ({ api, evals } = stack);
});
afterAll(() => api.close());

const baseline = [{ name: 'baseline', limit: 10 }];
/** Rows and uploads that requests have left behind: a refused request may leave none. */
const left = () => stack.left();

it.each([
  ['no configuration', []],
  ['nine configurations', Array.from({ length: 9 }, (_, n) => ({ name: `c${n}` }))],
  ['two of one name', [{ name: 'a' }, { name: 'a', limit: 5 }]],
  ['a query in one', [{ name: 'a', query: 'q' }]],
  ['a name with capitals', [{ name: 'A' }]],
  ['a name that is too long', [{ name: 'a'.repeat(65) }]],
  ['a name that begins with a hyphen', [{ name: '-a' }]],
  ['no name', [{ limit: 5 }]],
  ['a field that no query has', [{ name: 'a', top_k: 5 }]],
  ['fewer candidates than results', [{ name: 'a', limit: 20, rerank: { candidate_limit: 10 } }]],
])('refuses %s', async (_what, configs) => {
  const before = await left();
  const { status, body } = await evals.create<IssueBody>(newId(ID_PREFIX.evaluationUpload), configs);
  expect([status, body.detail[0]!.loc.slice(0, 2)]).toEqual([422, ['body', 'configs']]);
  expect(await left()).toEqual(before);
});

it('refuses a filter that cannot be read, and leaves nothing', async () => {
  const before = await left();
  const answer = await evals.create(await evals.upload([good]), [{ name: 'a', filter: { x: { $near: 1 } } }]);
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_metadata_filter' } });
  expect(await left()).toEqual(before);
});

it.each<[string, () => Promise<string> | string, string]>([
  ['that was never announced', () => newId(ID_PREFIX.evaluationUpload), 'upload_not_found'],
  ['that is none', () => 'svc://evu_1', 'upload_not_found'],
  ['of another use', () => newId(ID_PREFIX.upload), 'upload_not_found'],
  ['whose bytes are not there', async () => (await evals.announce(5)).body.upload_id, 'upload_not_found'],
])('refuses an upload %s', async (_what, uploadId, error) => {
  const before = await left();
  expect(await evals.create(await uploadId(), baseline)).toMatchObject({ status: 400, body: { error } });
  expect(await left()).toEqual(before);
});

it('refuses an upload that has expired', async () => {
  const uploadId = await evals.upload([good]);
  await api.mongo.db
    .collection<{ _id: string }>('uploads')
    .updateOne({ _id: uploadId }, { $set: { expiresAt: new Date() } });
  expect(await evals.create(uploadId, baseline)).toMatchObject({
    status: 400,
    body: { error: 'upload_expired' },
  });
});

const deep = (levels: number): object => (levels === 1 ? { a: 1 } : { $and: [deep(levels - 1)] });
it.each<[string, SentCase[], number | undefined, string[]]>([
  ['no case', ['', '  ', '\r'], undefined, []],
  ['no JSON', [good, '{"query": '], 2, []],
  ['a list', ['[]'], 1, []],
  ['a text of 200,000 brackets', [good, '['.repeat(200_000)], 2, []],
  ['no UTF-8', [good, Buffer.from([0x7b, 0xff, 0x7d])], 2, []],
  ['UTF-16', [Buffer.from('\uFEFF{}', 'utf16le')], 1, []],
  ['half a surrogate pair', [{ ...good, query: '\ud800' }], 1, ['query']],
  ['a line that is too long', [good, `"${'x'.repeat(256 * 1024)}"`, good], 2, []],
  ['no query', [{ expected_files: ['a'] }], 1, ['query']],
  ['a blank query', [{ ...good, query: '  ' }], 1, ['query']],
  ['a query that is too long', [{ ...good, query: 'q'.repeat(4_001) }], 1, ['query']],
  ['an empty id', [{ ...good, id: '' }], 1, ['id']],
  ['an id that is too long', [{ ...good, id: 'i'.repeat(201) }], 1, ['id']],
  ['no expected file', [{ ...good, expected_files: [] }], 1, ['expected_files']],
  [
    '51 expected files',
    [{ ...good, expected_files: Array.from({ length: 51 }, String) }],
    1,
    ['expected_files'],
  ],
  ['an unknown field', [{ ...good, answer: 'x' }], 1, ['answer']],
  ['an id twice', [good, { ...good, id: 'q2' }, good], 3, ['id']],
  [
    'an id that another line has by its number',
    [
      { ...good, id: 'case_2' },
      { ...good, id: undefined },
    ],
    2,
    ['id'],
  ],
  ['a filter that cannot be read', [{ ...good, filters: { $not: 1 } }], 1, ['filters']],
  ['a filter on a field that cannot be filtered', [{ ...good, filters: { uri: 'x' } }], 1, ['filters']],
  ['a filter that is too deep', [{ ...good, filters: deep(6) }], 1, ['filters']],
  ['10,001 cases', Array.from({ length: 10_001 }, (_, n) => ({ ...good, id: String(n) })), 10_001, []],
])('refuses a file with %s, says which line, and leaves nothing', async (_what, cases, line, field) => {
  const before = await left();
  const { status, body } = await evals.create<ErrorBody>(await evals.upload(cases), baseline);
  expect([status, body.error]).toEqual([400, 'invalid_cases_file']);
  const [{ loc }] = body.details as [{ loc: unknown[] }];
  expect(loc.slice(0, 2 + field.length)).toEqual(line === undefined ? ['file'] : ['file', line, ...field]);
  if (line !== undefined) expect(body.message).toContain(`Line ${line}`);
  expect(await left()).toEqual(before);
});

it('tells all wrong lines of a file, with the first faults of each', async () => {
  const before = await left();
  const names = Array.from({ length: 50 }, () => '');
  const cases = [good, '{', { ...good, id: 'q2', expected_files: names }, { ...good, id: 'q3' }, good, '[]'];
  const { status, body } = await evals.create<ErrorBody>(await evals.upload(cases), baseline);
  expect([status, body.error]).toEqual([400, 'invalid_cases_file']);
  const lines = (body.details as { loc: unknown[] }[]).map(({ loc }) => loc[1]);
  expect(lines).toEqual([2, 3, 3, 3, 3, 3, 5, 6]);
  expect(body.message).toMatch(/^Line 2: .*4 wrong lines/);
  expect(await left()).toEqual(before);
});

it('tells 100 wrong lines at most, wherever in the file they are', async () => {
  const rights = Array.from({ length: 600 }, (_, n) => ({ ...good, id: `q${n}` }));
  const wrongs = Array.from({ length: 150 }, () => '{');
  const uploadId = await evals.upload([...rights, ...wrongs]);
  const before = await left();
  const { body } = await evals.create<ErrorBody>(uploadId, baseline);
  const lines = (body.details as { loc: unknown[] }[]).map(({ loc }) => loc[1]);
  expect(lines).toEqual(Array.from({ length: 100 }, (_, n) => 601 + n));
  expect(await left()).toEqual(before);
});

it('refuses a rerank model that is not configured, and leaves nothing', async () => {
  const before = await left();
  const configs = [...baseline, { name: 'hosted', rerank: { model: 'hosted' } }];
  const uploadId = await evals.upload([good]);
  expect(await evals.create<ErrorBody>(uploadId, configs)).toMatchObject({
    status: 400,
    body: {
      error: 'rerank_model_not_configured',
      details: { model: 'hosted-rerank-1', config: 'hosted' },
    },
  });
  expect(await left()).toEqual(before);
  expect((await evals.create(uploadId, baseline)).status).toBe(201);
});

it('takes an upload for one evaluation, also of many that ask for it at once', async () => {
  const uploadId = await evals.upload([good]);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => evals.create<ErrorBody>(uploadId, baseline)),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(4);
  for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'upload_already_used']);
});

it('refuses filters that fit alone but not beside that of a configuration', async () => {
  const before = await left();
  const uploadId = await evals.upload([{ ...good, filters: deep(5) }]);
  const answer = await evals.create<ErrorBody>(uploadId, [{ name: 'a' }, { name: 'b', filter: { x: 1 } }]);
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_cases_file' } });
  expect(answer.body.message).toContain("configuration 'b'");
  expect(await left()).toEqual(before);
  expect((await evals.create(uploadId, [{ name: 'a' }])).status).toBe(201);
});

it('refuses what the credits do not cover, and leaves nothing', async () => {
  await api.stores.credits.setBalance(api.key.organizationId, 0);
  const before = await left();
  const answer = await evals.create(await evals.upload([good]), baseline);
  expect(answer).toMatchObject({
    status: 402,
    body: {
      error: 'insufficient_credits',
      details: { required: 0.5, remaining: expect.any(Number) as number },
    },
  });
  expect(await left()).toEqual(before);
  await api.stores.credits.setBalance(api.key.organizationId, null);
});

it('refuses more than 20 at once', async () => {
  const { text, organizationId } = await api.createKey({ organization: 'busy' });
  await api.call('PUT', '/v2/collections/busy', undefined, text);
  for (let n = 0; n < 20; n++)
    await api.stores.credits.reserve(organizationId, `other-${n}`, 0, {
      kind: 'evaluation',
      holdsMax: 100,
    });
  const uploadId = await evals.upload([good], { key: text, collection: 'busy' });
  const answer = await evals.create(uploadId, baseline, { key: text, collection: 'busy' });
  expect(answer).toMatchObject({ status: 429, body: { error: 'too_many_evaluations' } });
  expect(answer.headers.get('retry-after')).not.toBeNull();
});

it('leaves nothing when the run cannot be started', async () => {
  const before = await left();
  stack.failStarts(new JobsUnavailable(new Error('away')));
  const answer = await evals.create(await evals.upload([good]), baseline);
  expect(answer).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect(await left()).toEqual(before);
});
