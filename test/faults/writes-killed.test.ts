import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ProductIndexRow } from '../../src/stores/products/product-index-row';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { servers } from '../setup/servers';
import { type ApiProgram, startApiProgram } from './api-program';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const pollMs = 20;

let toTemporal: TcpProxy;
/** Its own API reaches Temporal straight, those that are killed through the proxy. */
let stack: OwnStack;
beforeAll(async () => {
  toTemporal = await startTcpProxy(servers().temporalAddress);
  stack = await startOwnStack();
});
afterAll(async () => {
  await stack.close();
  await toTemporal.close();
});

let victim: ApiProgram;
let index: string;
beforeEach(async () => {
  toTemporal.set('open');
  victim = await startApiProgram({ ...stack.env, TEMPORAL_ADDRESS: toTemporal.address });
  index = `i-${randomUUID()}`;
  await stack.createIndex(index);
  await stack.stage(index, [{ id: 'a', n: 1 }, { id: 'b' }]);
});

/** The claim of the killed process runs out. */
const leaseEnds = () =>
  stack.api.mongo.db.collection('idempotency').updateMany({}, { $set: { leaseUntil: new Date(0) } });

const entries = async () => {
  const { _id: indexId } = await stack.indexRow(index);
  return stack.api.mongo.db.collection('product_entries').countDocuments({ indexId });
};

describe('an API that is killed between a live write and its answer: the same request is answered, and writes nothing', () => {
  it.each<
    [what: string, method: string, path: string, json: object | undefined, answer: object, kept: number]
  >([
    ['PUT', 'PUT', '/records/c', { id: 'c' }, { id: 'c', seq: 2 }, 3],
    ['PATCH', 'PATCH', '/records/a', { n: 2 }, { id: 'a', seq: 2 }, 3],
    ['DELETE', 'DELETE', '/records/a', undefined, { id: 'a', seq: 2 }, 3],
    [
      'a batch with a wrong operation',
      'POST',
      '/records/batch?on_error=skip',
      {
        operations: [
          { op: 'patch', id: 'nobody', record: {} },
          { op: 'delete', id: 'a' },
          { op: 'upsert', record: { id: 'd' } },
        ],
      },
      { seq_from: 2, seq_to: 3, accepted: 2, errors: [{ index: 0, code: 'RECORD_NOT_FOUND' }] },
      4,
    ],
    ['a clear', 'DELETE', '/records', undefined, { seq: 2 }, 2],
  ])('%s', async (_, method, path, json, answer, kept) => {
    const headers = {
      authorization: `Bearer ${stack.key.text}`,
      'idempotency-key': randomUUID(),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    toTemporal.set('hung');
    const lost = fetch(`${victim.origin}/v1/indexes/${index}${path}`, { method, headers, ...body });
    const failed = expect(lost).rejects.toThrow('fetch failed');
    while ((await stack.indexRow(index)).burst === null) await pause(pollMs);
    const { burst } = await stack.indexRow(index);
    await victim.sigkill();
    await failed;
    expect(await stack.v1(`/indexes/${index}${path}`, { method, headers, json })).toMatchObject({
      status: 409,
      body: { error: 'IDEMPOTENCY_IN_PROGRESS' },
    });
    await leaseEnds();
    for (let round = 0; round < 2; round++)
      expect(await stack.v1(`/indexes/${index}${path}`, { method, headers, json })).toMatchObject({
        status: 202,
        body: { ...answer, job: { id: burst!.jobId } },
      });
    const row = await stack.indexRow(index);
    expect(row).toMatchObject({ sequence: burst!.seqTo, burst });
    expect(await entries()).toBe(kept);
  });
});

describe('an API that is killed between the commit of an upload and its answer: the same request is answered, and stages nothing', () => {
  const records = '[{"id": "c"}, {"id": "c", "n": 2}, 7]';
  const path = '/records?build=true&on_error=skip';
  const answer = {
    received: 3,
    staged: 2,
    rejected: 1,
    staged_total: 3,
    errors: [{ index: 2, code: 'NOT_AN_OBJECT' }],
    warnings: [{ code: 'DUPLICATE_ID' }],
  };

  it.each([
    ['before its build is accepted', true],
    ['before its build is started', false],
  ])('%s: the build is started once', async (_, isEarly) => {
    const headers = {
      authorization: `Bearer ${stack.key.text}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    };
    const request = { method: 'POST', headers, body: records };
    toTemporal.set('hung');
    const failed = expect(fetch(`${victim.origin}/v1/indexes/${index}${path}`, request)).rejects.toThrow(
      'fetch failed',
    );
    while ((await stack.indexRow(index)).holder === null) await pause(pollMs);
    const { _id: indexId, holder } = await stack.indexRow(index);
    await victim.sigkill();
    await failed;
    const { db } = stack.api.mongo;
    if (isEarly) {
      // The state between the two transactions, which nothing outside the process can hold.
      await db.collection<{ _id: string }>('product_jobs').deleteOne({ _id: holder!.jobId });
      await db
        .collection<ProductIndexRow>('product_indexes')
        .updateOne({ _id: indexId }, { $set: { holder: null } });
    }
    await leaseEnds();
    const job = { id: holder!.jobId, type: 'index.build' };
    const repeated = await stack.api.request(`/v1/indexes/${index}${path}`, request);
    expect(repeated).toMatchObject({ status: 200, body: { ...answer, job } });
    expect(await stack.indexRow(index)).toMatchObject({ sequence: 2, staged: 3, holder: { jobId: job.id } });
    expect(await db.collection('product_uploads').countDocuments({ indexId })).toBe(2);
    expect(await entries()).toBe(4);
    const worker = await stack.startWorker();
    expect(await stack.endedJob(job.id)).toMatchObject({ status: 'succeeded', result: { records: 3 } });
    await worker.sigkill();
  });

  it('a build that has ended since is answered to the request that has started it', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const build = () =>
      stack.v1<{ job: { id: string } }>(`/indexes/${index}/build`, { method: 'POST', headers });
    const { body } = await build();
    const { productIndexes, productJobs } = stack.api.deps.stores;
    await productIndexes.releaseBuilt((await productJobs.cancel(body.job.id, 'cancelled'))!);
    // As if the reply had not been stored.
    await stack.api.mongo.db
      .collection('idempotency')
      .updateMany({}, { $set: { state: 'running', reply: null, leaseUntil: new Date(0) } });
    expect(await build()).toMatchObject({
      status: 202,
      body: { job: { id: body.job.id, status: 'failed' } },
    });
  });
});
