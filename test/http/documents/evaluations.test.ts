import { randomBytes } from 'node:crypto';
import {
  type EvaluationList,
  evaluationList,
  evaluationResource,
} from '../../../api/documents/evaluations/schema';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { type DocumentApi, type ErrorBody } from './document-client';
import {
  casesFile,
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

async function accepted(cases: readonly SentCase[] = [good], configs: readonly object[] = baseline) {
  const { status, body, text } = await evals.create(await evals.upload(cases), configs);
  if (status !== 201) throw new Error(text);
  return body;
}

describe('announcing and sending cases', () => {
  it('answers with a link for 15 minutes, which takes exactly the announced bytes, once', async () => {
    const file = casesFile([good]);
    const { status, body } = await evals.announce(file.length);
    expect(status).toBe(200);
    expect(body.upload_id).toMatch(/^evu_/);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(15);
    const path = body.upload_url.replace('https://sheaf.example', '');
    const put = (bytes: Buffer) => api.request<ErrorBody>(path, { method: 'PUT', body: bytes });
    for (const bytes of [file.subarray(1), Buffer.concat([file, file]), Buffer.alloc(0)])
      expect(await put(bytes)).toMatchObject({ status: 400, body: { error: 'UPLOAD_LENGTH_MISMATCH' } });
    expect(await put(file)).toMatchObject({
      status: 200,
      body: { upload_id: body.upload_id, state: 'ready' },
    });
    expect(await put(file)).toMatchObject({ status: 409, body: { error: 'upload_already_finished' } });
  });

  it('takes no bytes by a link that was changed, is for another kind of upload, or has expired', async () => {
    const { body } = await evals.announce(5);
    const path = body.upload_url.replace('https://sheaf.example', '');
    const put = (link: string) => api.request(link, { method: 'PUT', body: 'bytes' });
    const other = newId(ID_PREFIX.evaluationUpload);
    for (const link of [path.replace(body.upload_id, other), `${path}x`, path.split('?')[0]!])
      expect(await put(link)).toMatchObject({ status: 403, body: { error: 'invalid_signature' } });
    expect((await put(path.replace('/u/evals/', '/u/'))).status).toBe(403);
    const file = await api.request<{ upload_url: string }>('/v3/uploads', {
      key: api.key.text,
      json: { filename: 'a.csv', byte_size: 5 },
    });
    const fileLink = file.body.upload_url.replace('https://sheaf.example/u/', '/u/evals/');
    expect((await put(fileLink)).status).toBe(403);
  });

  it.each([
    [0, 400, 'empty_file'],
    [50 * 1024 * 1024 + 1, 413, 'file_too_large'],
  ])('refuses to announce %d bytes', async (byteSize, status, error) => {
    expect(await evals.announce(byteSize)).toMatchObject({ status, body: { error } });
  });

  it('is not taken for a file that is parsed or indexed, nor shown as one', async () => {
    const uploadId = await evals.upload([good]);
    expect((await api.call('GET', `/v3/uploads/${uploadId}`)).status).toBe(404);
    expect((await api.call('DELETE', `/v3/uploads/${uploadId}`)).status).toBe(404);
    const parse = await api.call('POST', '/v3/parse/spreadsheets', { input: `svc://${uploadId}` });
    expect(parse).toMatchObject({ status: 400 });
  });
});

describe('creating', () => {
  it('previews what will be asked and billed, holds its credits, and starts one run', async () => {
    await api.stores.credits.setBalance(api.key.organizationId, 1);
    const before = await stack.left();
    const cases = [
      good,
      { query: 'x', expected_files: ['twice.pdf'] },
      { query: 'y', expected_files: ['form.pdf', 'no.pdf'] },
    ];
    const body = await accepted(cases, [{ name: 'a' }, { name: 'b', rerank: true }]);
    expect(body).toEqual({
      eval_id: expect.stringMatching(/^eval_/) as string,
      status: 'pending',
      preview: { cases: 3, configs: 2, units: 6, cases_error: 2, billable_units: 2 },
    });
    expect(stack.started.at(-1)).toMatchObject({ evalId: body.eval_id, collectionName: 'manuals' });
    expect((await stack.left()).started).toBe(before.started + 1);
    expect(await api.stores.credits.remaining(api.key.organizationId)).toBe(0.5);
    await api.stores.credits.setBalance(api.key.organizationId, null);
  });

  it('knows documents by filename and by id; one that has neither or two of it is not asked', async () => {
    const documentId = await api.add('manuals', { filename: 'other.pdf' });
    await api.add('elsewhere', { filename: 'foreign.pdf' });
    await api.add('manuals', { filename: 'Übersicht.pdf'.normalize('NFD') });
    const names: [string, string][] = [
      ['form.pdf', 'pending'],
      [documentId, 'pending'],
      ['FORM.pdf', 'error'],
      ['twice.pdf', 'error'],
      ['foreign.pdf', 'error'],
      ['Übersicht.pdf', 'pending'],
    ];
    const { eval_id } = await accepted(
      names.map(([name], n) => ({ id: `c${n}`, query: `question ${n}`, expected_files: [name] })),
    );
    const items = await evals.items(eval_id);
    expect(items.map(({ status }) => status)).toEqual(names.map(([, status]) => status));
    expect(items.map(({ query }) => query)).toEqual(names.map((_, n) => `question ${n}`));
    expect(items[1]!.expected_document_ids).toEqual([documentId]);
    expect(items[4]).toMatchObject({
      error_code: 'GOLD_UNRESOLVED',
      results: { baseline: { status: 'skipped' } },
    });
  });

  it('takes byte order marks, carriage returns, empty lines and a missing last line feed; lines without an id are called by their number', async () => {
    const file = `\uFEFF${JSON.stringify({ ...good, id: undefined })}\r\n\r\n  \n${JSON.stringify({ ...good, id: 'ü/🚀' })}\r\n\n${JSON.stringify({ ...good, id: undefined })}`;
    const announced = await evals.announce(Buffer.byteLength(file));
    await api.request(announced.body.upload_url.replace('https://sheaf.example', ''), {
      method: 'PUT',
      body: file,
    });
    const { body } = await evals.create(announced.body.upload_id, baseline);
    expect((await evals.items(body.eval_id)).map(({ id }) => id)).toEqual(['case_1', 'ü/🚀', 'case_6']);
    const answer = await evals.answer(body.eval_id, 'ü/🚀', 'baseline');
    expect(answer).toMatchObject({ status: 404, body: { error: 'answer_not_stored' } });
  });

  it('shows an evaluation that waits with everything that the contract names', async () => {
    const configs = [
      { name: 'a', filter: { year: { $gte: 2024 } }, boost: [{ field: 'x.y', eq: 1, reserve: 1 }] },
    ];
    const { eval_id } = await accepted([good], configs);
    const { body } = await evals.get(eval_id);
    expect(evaluationResource.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      eval_id,
      collection_name: 'manuals',
      status: 'pending',
      configs,
      scorecards: null,
      comparisons: null,
      progress: { percent: 0, units_done: 0, units_total: 1 },
      items: [{ id: 'q1', status: 'pending', results: { a: { status: 'pending', hit: null } } }],
      items_page: { next_cursor: null, total: 1 },
      billing: { billable_units: 1, skipped_units: 0, failed_configs: [] },
    });
  });

  it('pages through 1,200 cases in order', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) => ({ ...good, id: `q${n}` }));
    const { eval_id } = await accepted(many);
    expect((await evals.items(eval_id)).map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    const { body } = await evals.get(eval_id);
    expect([body.items.length, body.items_page]).toEqual([100, { next_cursor: '100', total: 1_200 }]);
  });

  it.each([
    ['items_limit=0', 422],
    ['items_limit=501', 422],
    ['items_limit=1e2', 422],
    ['items_cursor=x', 422],
    ['items_cursor=-1', 422],
    ['limit=5', 400],
  ])('refuses the page %s', async (query, status) => {
    expect((await evals.get(newId(ID_PREFIX.evaluation), `?${query}`)).status).toBe(status);
  });

  it('asks the same of a request that is repeated with its Idempotency-Key', async () => {
    const uploadId = await evals.upload([good]);
    const headers = { 'Idempotency-Key': randomBytes(8).toString('hex') };
    const first = await evals.create(uploadId, baseline, { headers });
    const second = await evals.create(uploadId, baseline, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const third = await evals.create(uploadId, [{ name: 'other' }], { headers });
    expect(third).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } });
    expect(stack.started.filter(({ evalId }) => evalId === first.body.eval_id)).toHaveLength(1);
  });

  it('expects archived documents only where a configuration can find them', async () => {
    const name = `archived-${randomBytes(4).toString('hex')}`;
    const documentId = await api.add(name, { filename: 'old.pdf' });
    const { _id } = await api.collection(name);
    await api.deps.documentWrites.setArchived(_id, [documentId], true);
    const previewOf = async (configs: readonly object[]) => {
      const uploadId = await evals.upload([{ query: 'q', expected_files: ['old.pdf'] }], {
        collection: name,
      });
      return (await evals.create(uploadId, configs, { collection: name })).body.preview;
    };
    expect(await previewOf(baseline)).toMatchObject({ cases_error: 1 });
    const all = { name: 'all', include: { archived: true } };
    expect(await previewOf([...baseline, all])).toMatchObject({ cases_error: 0 });
  });
});

describe('cancelling', () => {
  it('asks the run to end, as often as one likes', async () => {
    const { eval_id } = await accepted();
    for (let n = 0; n < 2; n++)
      expect(await evals.cancel(eval_id)).toMatchObject({
        status: 200,
        body: { eval_id, status: 'pending' },
      });
    expect(stack.cancelled.filter((id) => id === eval_id)).toHaveLength(2);
    const row = await api.stores.evaluations.get(eval_id);
    expect(row!.cancelRequestedAt).not.toBeNull();
  });
});

describe('the list', () => {
  const list = async (query: string, key?: string) => {
    const answer = await api.call<EvaluationList>('GET', `/v3/evals?${query}`, undefined, key);
    if (answer.status === 200) expect(evaluationList.parse(answer.body)).toEqual(answer.body);
    return answer;
  };
  const ids = async (query: string) => (await list(query)).body.evaluations.map(({ eval_id }) => eval_id);

  it('shows evaluations without their cases, the newest first, page by page, by collection, state and time', async () => {
    await api.call('PUT', '/v2/collections/listed');
    const make = async () => {
      const uploadId = await evals.upload([good, { ...good, id: 'other' }], { collection: 'listed' });
      return (await evals.create(uploadId, baseline, { collection: 'listed' })).body.eval_id;
    };
    const [first, second, third] = [await make(), await make(), await make()];
    const ofListed = 'collection_name=listed';
    expect(await ids(ofListed)).toEqual([third, second, first]);
    const page = await list(`${ofListed}&limit=2`);
    expect(page.body).toMatchObject({
      evaluations: [
        { eval_id: third, status: 'pending', configs: ['baseline'], cases: 2, scorecards: null },
        { eval_id: second },
      ],
      limit: 2,
    });
    const rest = await list(`${ofListed}&limit=2&cursor=${page.body.next_cursor!}`);
    expect(rest.body).toMatchObject({ evaluations: [{ eval_id: first }], next_cursor: null });
    expect(await ids(`${ofListed}&status=pending`)).toEqual([third, second, first]);
    expect(await ids(`${ofListed}&status=completed`)).toEqual([]);
    const { created_at: at } = page.body.evaluations[0]!;
    expect(await ids(`${ofListed}&from=${at}`)).toContain(third);
    expect(await ids(`${ofListed}&to=2026-01-01`)).toEqual([]);
    expect((await ids('limit=100')).slice(0, 3)).toEqual([third, second, first]);
  });

  it.each(['status=done', 'limit=0', 'limit=101', 'cursor=x', 'from=2026-02-02&to=2026-02-01'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(422);
    },
  );
});

describe('another tenant', () => {
  it.each([
    ['organization', { organization: 'rival' }],
    ['environment', { environment: 'staging' as const }],
  ])('of another %s finds neither collection, upload, evaluation nor answer', async (what, options) => {
    const foreign = (await api.createKey(options)).text;
    const uploadId = await evals.upload([good]);
    const { eval_id } = await accepted();
    const own = `own-${what}`;
    await api.call('PUT', `/v2/collections/${own}`, undefined, foreign);
    const notFound = (error: string, status = 404) => ({ status, body: { error } });
    expect(await evals.announce(5, { key: foreign })).toMatchObject(notFound('collection_not_found'));
    expect(await evals.create(uploadId, baseline, { key: foreign })).toMatchObject(
      notFound('collection_not_found'),
    );
    const stolen = await evals.create(uploadId, baseline, { key: foreign, collection: own });
    expect(stolen).toMatchObject(notFound('upload_not_found', 400));
    expect(await evals.get(eval_id, '', foreign)).toMatchObject(notFound('eval_not_found'));
    const listed = await api.call('GET', '/v3/evals', undefined, foreign);
    expect(listed).toMatchObject({ status: 200, body: { evaluations: [], next_cursor: null } });
    expect(await evals.answer(eval_id, 'q1', 'baseline', foreign)).toMatchObject(notFound('eval_not_found'));
    expect(await api.call('DELETE', `/v3/evals/${eval_id}`, undefined, foreign)).toMatchObject(
      notFound('eval_not_found'),
    );
    expect((await api.stores.evaluations.get(eval_id))!.cancelRequestedAt).toBeNull();
  });

  it.each(['eval_1', 'job_01JD3V00000000000000000000', newId(ID_PREFIX.evaluation)])(
    '%s is no evaluation',
    async (id) => {
      expect(await evals.get(id)).toMatchObject({ status: 404, body: { error: 'eval_not_found' } });
    },
  );

  it('needs a key that may query', async () => {
    const key = await api.keyWith(['index']);
    expect((await evals.announce(5, { key })).status).toBe(403);
    expect((await evals.create('evu_1', baseline, { key })).status).toBe(403);
    expect((await evals.get(newId(ID_PREFIX.evaluation), '', key)).status).toBe(403);
    expect((await api.call('GET', '/v3/evals', undefined, key)).status).toBe(403);
  });
});

it('an evaluation that is still being prepared is not there', async () => {
  const evalId = newId(ID_PREFIX.evaluation);
  const { _id, name } = await api.collection('manuals');
  await api.stores.evaluations.insertPreparing({
    _id: evalId,
    organizationId: api.key.organizationId,
    environment: 'production',
    collectionId: _id,
    collectionName: name,
    uploadId: newId(ID_PREFIX.evaluationUpload),
    configs: [],
  });
  expect((await evals.get(evalId)).status).toBe(404);
  expect((await api.call('GET', '/v3/evals')).text).not.toContain(evalId);
  expect((await evals.cancel(evalId)).status).toBe(404);
});
