import { type JobResource } from '../../../api/products/jobs/schema';
import { physicalName } from '../../../src/stores/products/physical-index';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type ProgramProcess } from '../../setup/program-process';

let stack: OwnStack;
let worker: ProgramProcess;
beforeAll(async () => {
  stack = await startOwnStack();
  worker = await stack.startWorker();
});
afterAll(() => stack.close());

const lamps = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `l${n}`, title: `Lamp ${n}` }));

const clear = (index: string, query = '') =>
  stack.v1(`/indexes/${index}/records${query}`, { method: 'DELETE' });

async function jobNow(jobId: string): Promise<JobResource> {
  return (await stack.v1<JobResource>(`/jobs/${jobId}`)).body;
}

describe('a build of which all records are gone before it reads them fails with NO_RECORDS', () => {
  const noRecords = {
    status: 'failed',
    error_code: 'NO_RECORDS',
    error: expect.stringContaining('deleted') as string,
    result: null,
  };

  it('after a clear of what was staged: the index has failed', async () => {
    await stack.createIndex('staged');
    await stack.stage('staged', lamps(5));
    await worker.sigterm();
    const { id } = await stack.build('staged');
    expect((await clear('staged')).status).toBe(202);
    worker = await stack.startWorker();
    expect(await stack.endedJob(id)).toMatchObject(noRecords);
    expect(await stack.getIndex('staged')).toMatchObject({ status: 'failed', records: { staged: 0 } });
    expect(await stack.v1('/indexes/staged/build', { method: 'POST' })).toMatchObject({
      status: 422,
      body: { error: 'NO_DOCUMENTS' },
    });
    await stack.stage('staged', lamps(3));
    expect(await stack.built('staged')).toMatchObject({ status: 'succeeded', result: { records: 3 } });
  });

  it.each([
    ['a clear', (index: string) => clear(index, '?wait=10s')],
    [
      'a deletion of each record',
      (index: string) => {
        const operations = lamps(4).map(({ id }) => ({ op: 'delete', id }));
        return stack.v1(`/indexes/${index}/records/batch?wait=10s`, { method: 'POST', json: { operations } });
      },
    ],
  ])('after %s of what is served: the former build serves on', async (what, empty) => {
    const index = what.replaceAll(' ', '-');
    await stack.createIndex(index);
    await stack.stage(index, lamps(4));
    const former = await stack.built(index);
    expect((await empty(index)).status).toBe(200);
    expect(await stack.built(index)).toMatchObject(noRecords);
    expect(await stack.search(index)).toMatchObject({ total: 0, build: former.build_id });
    await stack.v1(`/indexes/${index}/records/new?wait=10s`, { method: 'PUT', json: { title: 'New lamp' } });
    expect(await stack.search(index)).toMatchObject({ total: 1, build: former.build_id });
    expect(await stack.built(index)).toMatchObject({ status: 'succeeded', result: { records: 1 } });
  });
});

describe('an index that is deleted while it builds', () => {
  /** Starts the deletion; answers the id of its job. */
  async function remove(index: string): Promise<string> {
    const { body } = await stack.v1<{ job: JobResource }>(`/indexes/${index}`, { method: 'DELETE' });
    return body.job.id;
  }

  const began = (stage: string) => (job: JobResource) =>
    job.stages.some(({ name, started_at: startedAt }) => name === stage && startedAt !== null);

  it.each<[string, (job: JobResource) => boolean]>([
    ['as soon as the build is accepted', () => true],
    ['while the build makes the schema', began('schema')],
    ['while the build writes documents', began('upload')],
  ])('%s: the build ends as CANCELLED, nothing of it is left, and the name is free', async (_, moment) => {
    const index = 'removed';
    await stack.createIndex(index);
    await stack.stage(index, lamps(20_000));
    const { _id: indexId } = await stack.indexRow(index);
    const { id, build_id: buildId } = await stack.build(index);
    while (!moment(await jobNow(id)));
    const deleted = await stack.endedJob(await remove(index));
    expect(deleted).toMatchObject({ type: 'index.delete', status: 'succeeded' });
    expect(await jobNow(id)).toMatchObject({
      status: 'failed',
      error_code: 'CANCELLED',
      error: 'The index is being deleted.',
    });
    await stack.temporal.client.workflow.getHandle(`index-build/${id}`).result();
    const { db } = stack.api.mongo;
    for (const name of ['product_entries', 'product_uploads', 'product_builds'])
      expect(await db.collection(name).countDocuments({ indexId })).toBe(0);
    expect(await db.collection('product_build_parts').countDocuments({ jobId: id })).toBe(0);
    expect(await stack.api.elasticsearch.indices.exists({ index: physicalName(index, buildId!) })).toBe(
      false,
    );
    expect(await stack.createIndex(index)).toMatchObject({ status: 'empty' });
    await stack.stage(index, lamps(2));
    expect(await stack.built(index)).toMatchObject({ status: 'succeeded', result: { records: 2 } });
    await stack.endedJob(await remove(index));
  });
});
