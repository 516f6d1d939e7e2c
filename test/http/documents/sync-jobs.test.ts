import { type EndpointResource } from '../../../api/platform/schemas/webhooks';
import { type IndexStack, startIndexStack } from '../../setup/index-stack';

const syncId = 'sync_01J00000000000000000000000';

interface Payload {
  data: { job_id: string; source: string; sync_id: string | null };
}

let stack: IndexStack;
/** Jobs that each receiver has heard of, by the receiver's path. */
const heard = new Map<string, Payload['data'][]>();
beforeAll(async () => {
  stack = await startIndexStack();
});
afterAll(() => stack.close());

/** An endpoint that hears of the jobs which its filter lets through. */
async function receive(path: string, filter: object): Promise<void> {
  heard.set(path, []);
  stack.links.files.set(path, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      heard.get(path)!.push((JSON.parse(body) as Payload).data);
      response.end();
    });
  });
  const { status } = await stack.api.request<EndpointResource>('/v2/webhooks/endpoints', {
    key: stack.key.text,
    json: { url: `${stack.links.origin}${path}`, ...filter },
  });
  expect(status).toBe(201);
}

/** Accepts a job that no worker has begun yet, and makes it the work of a sync. */
async function ofSync(content: string): Promise<string> {
  const jobId = await stack.accepted(stack.index('text', { filename: `${content}.txt`, content }));
  const set = { syncId, type: 'sync_reconcile' };
  await stack.api.mongo.db.collection<{ _id: string }>('jobs').updateOne({ _id: jobId }, { $set: set });
  return jobId;
}

const listed = async (query: string) => {
  const { body } = await stack.api.request<{ jobs: { job_id: string }[]; total_count: number }>(
    `/v2/jobs${query}`,
    { key: stack.key.text },
  );
  expect(body.total_count).toBe(body.jobs.length);
  return body.jobs.map(({ job_id }) => job_id);
};

test('a job of a sync says so: in its resource, its documents, the list and the events, which filters tell apart', async () => {
  await receive('/of-sync', { sync_ids: [syncId] });
  await receive('/of-another', { sync_ids: ['sync_01J00000000000000000000009'] });
  await receive('/synced', { sources: ['sync'] });
  await receive('/asked', { sources: ['api'] });
  await receive('/all', {});
  const synced = await ofSync('followed');
  const asked = await stack.accepted(stack.index('text', { filename: 'asked.txt', content: 'asked' }));
  await stack.startWorker();

  expect(await stack.indexed(synced)).toMatchObject({
    status: 'completed',
    job_type: 'sync_reconcile',
    source: 'sync',
    sync_id: syncId,
  });
  expect(await stack.indexed(asked)).toMatchObject({ status: 'completed', source: 'api', sync_id: null });
  expect(await listed(`?sync_id=${syncId}`)).toEqual([synced]);
  expect(await listed(`?sync_id=${syncId}&status=failed`)).toEqual([]);
  expect(await listed('?sync_id=sync_unknown')).toEqual([]);
  expect((await listed('')).sort()).toEqual([synced, asked].sort());

  const { body } = await stack.api.request<{
    documents: { filename: string; sync_id: string | null; source: { type: string } }[];
  }>('/v3/collections/manuals/documents', { key: stack.key.text });
  const origins = body.documents.map((one) => [one.filename, one.sync_id, one.source.type]);
  expect(origins.sort()).toEqual([
    ['asked.txt', null, 'text'],
    ['followed.txt', syncId, 'azure'],
  ]);

  while (heard.get('/all')!.length < 2 || heard.get('/of-sync')!.length + heard.get('/asked')!.length < 2)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const ofSynced = expect.objectContaining({ job_id: synced, source: 'sync', sync_id: syncId }) as unknown;
  expect(heard.get('/of-sync')).toEqual([ofSynced]);
  expect(heard.get('/of-another')).toEqual([]);
  expect(heard.get('/asked')).toEqual([
    expect.objectContaining({ job_id: asked, source: 'api', sync_id: null }),
  ]);
});

test('another tenant sees no job of a sync, by whatever filter', async () => {
  const other = await stack.api.createKey({ organization: 'other' });
  const { body } = await stack.api.request(`/v2/jobs?sync_id=${syncId}`, { key: other.text });
  expect(body).toMatchObject({ jobs: [], total_count: 0 });
});
