import { type JobResource } from '../../../api/products/jobs/schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

/** Products with a title, a brand and a price. */
function products(from: number, to: number, note = 'first'): Record<string, unknown>[] {
  return Array.from({ length: to - from }, (_, n) => ({
    id: `p-${from + n}`,
    title: `Wireless keyboard ${from + n}`,
    brand: ['Acme', 'Bolt', 'Crux'][n % 3],
    price: 10 + (n % 50) / 4,
    note,
  }));
}

describe('builds of an index', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  it('serve what was staged, once they have ended', async () => {
    await stack.createIndex('served');
    await expect(stack.v1('/indexes/served/search', { json: {} })).resolves.toMatchObject({
      status: 409,
      body: { error: 'INDEX_NOT_READY', status_code: 409 },
    });
    await stack.stage('served', products(0, 120));
    const job = await stack.built('served');
    expect(job).toMatchObject({
      type: 'index.build',
      status: 'succeeded',
      error: null,
      error_code: null,
      progress: { step: 'done', steps: 11, step_number: 11, records_done: 120, records_total: 120 },
      result: { records: 120, previous: null },
    });
    expect(job.stages.map(({ name, status }) => [name, status])).toEqual([
      ['schema', 'done'],
      ['validate', 'done'],
      ['dense', 'skipped'],
      ['splade', 'skipped'],
      ['tables', 'done'],
      ['upload', 'done'],
      ['refresh', 'done'],
      ['verify', 'done'],
      ['publish', 'done'],
      ['replicate', 'skipped'],
      ['drop', 'done'],
    ]);
    expect(job.result!.checks!.map(({ status }) => status)).toEqual(Array(7).fill('passed'));
    const found = await stack.search('served', 'keyboard 17');
    // Records whose price is 17 have both words too, but not in their title.
    expect(found.hits[0]).toMatchObject({ id: 'p-17', title: 'Wireless keyboard 17' });
    await expect(stack.getIndex('served')).resolves.toMatchObject({
      status: 'ready',
      records: { staged: 0, served: 120, pending_updates: 0 },
      build: { id: job.build_id, records: 120 },
      running_job: null,
    });
  });

  it('keep records as the text that was sent', async () => {
    await stack.createIndex('exact');
    const row = await stack.indexRow('exact');
    const text =
      '{"id":"a","title":"Exact","price":1.10,"serial":12345678901234567890,"__proto__":{"x":1},"a.b":2}';
    await stack.api.stores.writeLive(row._id, {
      changes: [{ recordId: 'a', op: 'put', text }],
      allOrNothing: true,
    });
    await stack.built('exact');
    const { text: answer } = await stack.v1('/indexes/exact/search', { json: { query: 'exact' } });
    for (const part of ['"price":1.10', '"serial":12345678901234567890', '"__proto__":{"x":1}', '"a.b":2'])
      expect(answer).toContain(part);
  });

  it('refuse a second build while one runs, and a build of nothing', async () => {
    await stack.createIndex('alone');
    await expect(stack.v1('/indexes/alone/build', { method: 'POST' })).resolves.toMatchObject({
      status: 422,
      body: { error: 'NO_DOCUMENTS' },
    });
    await stack.stage('alone', products(0, 3_000));
    const job = await stack.build('alone');
    await expect(stack.v1('/indexes/alone/build', { method: 'POST' })).resolves.toMatchObject({
      status: 409,
      body: { error: 'JOB_RUNNING', message: expect.stringContaining(job.id) as string },
    });
    await expect(stack.endedJob(job.id)).resolves.toMatchObject({ status: 'succeeded' });
  });

  it('replace everything after an upload that replaces everything, and can be rolled back', async () => {
    await stack.createIndex('replaced');
    await stack.stage('replaced', products(0, 40, 'old'));
    const first = await stack.built('replaced');
    await expect(stack.v1('/indexes/replaced/rollback', { method: 'POST' })).resolves.toMatchObject({
      status: 409,
      body: { error: 'INDEX_NOT_READY' },
    });
    await stack.stage('replaced', products(30, 60, 'new'), { replacesAll: true });
    await expect(stack.getIndex('replaced')).resolves.toMatchObject({ records: { staged: 30, served: 40 } });
    const second = await stack.built('replaced');
    expect(second).toMatchObject({ status: 'succeeded', result: { records: 30, previous: first.build_id } });
    await expect(stack.search('replaced')).resolves.toMatchObject({ total: 30 });

    const { body } = await stack.v1<{ job: JobResource }>('/indexes/replaced/rollback', { method: 'POST' });
    await expect(stack.endedJob(body.job.id)).resolves.toMatchObject({
      status: 'succeeded',
      build_id: first.build_id,
      stages: [{ name: 'verify' }, { name: 'publish' }],
      result: { build: first.build_id, previous: second.build_id },
    });
    await expect(stack.search('replaced')).resolves.toMatchObject({ total: 40, build: first.build_id });
    await expect(stack.getIndex('replaced')).resolves.toMatchObject({ records: { staged: 30, served: 40 } });
    const third = await stack.built('replaced');
    expect(third).toMatchObject({ status: 'succeeded', result: { records: 30 } });
  });

  it('keep the served build when too few records are left, and say why', async () => {
    await stack.createIndex('shrunk');
    await stack.stage('shrunk', products(0, 30));
    const first = await stack.built('shrunk');
    // As if the former build had served more: deletions would be applied to it before the next build.
    await stack.api.mongo.db
      .collection('product_indexes')
      .updateOne({ name: 'shrunk' }, { $set: { 'served.records': 100 } });
    const job = await stack.built('shrunk');
    expect(job).toMatchObject({ status: 'failed', error_code: 'BUILD_QUALITY' });
    expect(job.error).toContain('shrink');
    await expect(stack.search('shrunk')).resolves.toMatchObject({ build: first.build_id });
  });

  it('can be cancelled until they publish, and leave nothing behind', async () => {
    await stack.createIndex('cancelled');
    await stack.stage('cancelled', products(0, 5_000));
    const job = await stack.build('cancelled');
    await expect(stack.v1(`/jobs/${job.id}`, { method: 'DELETE' })).resolves.toMatchObject({
      status: 200,
      body: { status: 'failed', error_code: 'CANCELLED' },
    });
    await expect(stack.v1(`/jobs/${job.id}`, { method: 'DELETE' })).resolves.toMatchObject({
      status: 409,
      body: { error: 'JOB_NOT_CANCELLABLE' },
    });
    for (;;) if ((await stack.getIndex('cancelled')).running_job === null) break;
    await expect(stack.getIndex('cancelled')).resolves.toMatchObject({
      status: 'staged',
      records: { staged: 5_000 },
    });
    await expect(stack.built('cancelled')).resolves.toMatchObject({ status: 'succeeded' });
  });

  it('show no record of an index that restricts who may see them to a key without principals', async () => {
    await stack.createIndex('restricted', { settings: { acl: { field: 'groups' } } });
    await stack.stage('restricted', products(0, 5));
    await stack.built('restricted');
    const denied = { status: 403, body: { error: 'ACCESS_DENIED' } };
    const { text: key } = await stack.api.createKey({ permissions: ['products-search'] });
    const search = { method: 'POST', json: { query: 'keyboard' }, key };
    await expect(stack.v1('/indexes/restricted/search', search)).resolves.toMatchObject(denied);
    await expect(stack.v1('/indexes/restricted/records/p-1', { key })).resolves.toMatchObject(denied);
  });

  it('are removed with their index, whose name is free then', async () => {
    await stack.createIndex('deleted');
    await stack.stage('deleted', products(0, 20));
    const { result } = await stack.built('deleted');
    const { body } = await stack.v1<{ job: JobResource }>('/indexes/deleted', { method: 'DELETE' });
    await expect(stack.endedJob(body.job.id)).resolves.toMatchObject({
      type: 'index.delete',
      status: 'succeeded',
    });
    await expect(stack.v1('/indexes/deleted')).resolves.toMatchObject({
      status: 404,
      body: { error: 'INDEX_NOT_FOUND' },
    });
    await expect(stack.api.elasticsearch.indices.exists({ index: result!.physical! })).resolves.toBe(false);
    await expect(stack.createIndex('deleted')).resolves.toMatchObject({ status: 'empty' });
  });

  it('are hidden from other organizations', async () => {
    const { body } = await stack.v1<{ jobs: JobResource[] }>('/jobs');
    const other = await stack.api.createKey({ organization: 'other' });
    for (const path of [`/jobs/${body.jobs[0]!.id}`, '/indexes/served'])
      await expect(stack.v1(path, { key: other.text })).resolves.toMatchObject({ status: 404 });
    await expect(stack.v1('/jobs', { key: other.text })).resolves.toMatchObject({ body: { jobs: [] } });
    await expect(stack.v1('/indexes', { key: other.text })).resolves.toMatchObject({ body: { indexes: [] } });
  });
});
