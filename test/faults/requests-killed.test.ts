import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type AnnouncedUpload } from '../../api/platform/uploads/schema';
import { type IndexJobRow } from '../../src/stores/documents/index-jobs/index-job-kind';
import { type UploadRow } from '../../src/stores/platform/uploads';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { servers } from '../setup/servers';
import { type ApiProgram, startApiProgram } from './api-program';
import { ageDrafts, blobsBelow } from './blob-folder';
import { fileForm, type FileForm } from './file-form';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const pollMs = 20;
const text = (n: number, paragraphs: number) =>
  Buffer.from(`Paragraph ${n} of a file that comes with a request.\n\n`.repeat(paragraphs));
const files = [0, 1].map((n) => ({ name: `${n}.txt`, content: text(n, 1_000) }));

let toTemporal: TcpProxy;
/** Its own API reaches Temporal straight, those that are killed through the proxy. */
let stack: OwnStack;
let form: FileForm;
beforeAll(async () => {
  toTemporal = await startTcpProxy(servers().temporalAddress);
  stack = await startOwnStack();
  await stack.startWorker();
  form = await fileForm(files);
});
afterAll(async () => {
  await stack.close();
  await toTemporal.close();
});

let victim: ApiProgram;
let collection: string;
let headers: Record<string, string>;
beforeEach(async () => {
  toTemporal.set('open');
  victim = await startApiProgram({ ...stack.env, TEMPORAL_ADDRESS: toTemporal.address });
  collection = `c-${randomUUID()}`;
  await stack.createCollection(collection);
  headers = { ...form.headers, authorization: `Bearer ${stack.key.text}`, 'idempotency-key': randomUUID() };
});

const path = () => `/v2/collections/${collection}/index/file`;
const jobs = () => stack.api.mongo.db.collection<IndexJobRow>('jobs');
const uploads = () => stack.api.mongo.db.collection<UploadRow>('uploads');
const blobs = () => blobsBelow(stack.api.deps.config.BLOB_FOLDER);

async function until<T>(look: () => Promise<T>, expected: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (expected(seen)) return seen;
    await pause(pollMs);
  }
}

/** Begins a request of the victim and sends what is given of its body. */
async function begin(head: string[], byteSize: number, body: Buffer): Promise<void> {
  const socket = connect(Number(new URL(victim.origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write([...head, 'Host: sheaf', `Content-Length: ${byteSize}`, '', ''].join('\r\n'));
  socket.write(body);
}

/** Sends the form to the victim, which is not going to answer. */
function sendAll(): Promise<void> {
  const { body } = form;
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return begin([`POST ${path()} HTTP/1.1`, ...sent], body.length, body);
}

/** The same request to an API that lives. */
const sendAgain = () =>
  stack.api.request<AcceptedIndexJob & { error: string }>(path(), {
    method: 'POST',
    headers,
    body: new Uint8Array(form.body),
  });

/** The claim of the killed process runs out. */
const leaseEnds = () =>
  stack.api.mongo.db.collection('idempotency').updateMany({}, { $set: { leaseUntil: new Date(0) } });

const schedule = (workflow: 'documentSweep' | 'platformRetention') =>
  stack.temporal.client.workflow.execute(workflow, { taskQueue: 'sheaf', workflowId: randomUUID() });

/**
 * The job ended well, it is the only one, and a day later nothing is left of the request but the documents.
 */
async function expectOneJob(jobId: string): Promise<void> {
  const job = await stack.indexed(jobId);
  expect(job).toMatchObject({
    status: 'completed',
    result: { files_indexed: files.length, files_failed: 0 },
  });
  expect((await stack.documents(collection)).map(({ filename }) => filename).sort()).toEqual([
    '0.txt',
    '1.txt',
  ]);
  await expectNothingElse([jobId]);
}

async function expectNothingElse(jobIds: readonly string[]): Promise<void> {
  const found = await jobs().find({ collectionName: collection }).toArray();
  expect(found.map(({ _id }) => _id)).toEqual(jobIds);
  const { credits, places } = await stack.holds();
  expect([credits, places]).toEqual([[], []]);
  await ageDrafts(stack.api.deps.config.BLOB_FOLDER);
  await uploads().updateMany({}, { $set: { purgeAt: new Date(0), expiresAt: new Date(0) } });
  await schedule('platformRetention');
  expect(await blobs()).toEqual([]);
  expect(await uploads().countDocuments({ state: { $in: ['pending', 'ready'] } })).toBe(0);
}

describe('an API that is killed with SIGKILL in the middle of an indexing request', () => {
  it('while a form arrives: no job, and the same request makes one', async () => {
    const { body } = form;
    const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await begin([`POST ${path()} HTTP/1.1`, ...sent], body.length, body.subarray(0, body.length * 0.75));
    await until(
      () =>
        uploads()
          .find({}, { projection: { state: 1 } })
          .toArray(),
      (rows) =>
        rows
          .map(({ state }) => state)
          .sort()
          .join() === 'pending,ready',
    );
    await victim.sigkill();
    expect(await jobs().countDocuments({ collectionName: collection })).toBe(0);
    await expectNothingElse([]);

    const { status, body: accepted } = await sendAgain();
    expect(status).toBe(202);
    await expectOneJob(accepted.job_id);
  });

  it.each<[who: string, goOn: (jobId: string) => Promise<unknown>]>([
    [
      'the sweep',
      async (jobId) => {
        await jobs().updateOne({ _id: jobId }, { $set: { checkAt: new Date(0) } });
        await schedule('documentSweep');
      },
    ],
    [
      'the same request',
      async (jobId) => {
        await leaseEnds();
        expect(await sendAgain()).toMatchObject({ status: 202, body: { job_id: jobId } });
      },
    ],
  ])('between the row and the start: %s starts the one job', async (_, goOn) => {
    toTemporal.set('hung');
    await sendAll();
    const row = await until(
      () => jobs().findOne({ collectionName: collection }),
      (found) => found !== null,
    );
    const { _id: jobId } = row!;
    await victim.sigkill();
    const handle = stack.temporal.client.workflow.getHandle(`index-job/${jobId}`);
    await expect(handle.describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
    expect(await sendAgain()).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } });
    await goOn(jobId);
    await expectOneJob(jobId);
  });

  it('after the start, before the answer: the job runs, and the same request is answered with it', async () => {
    toTemporal.set('deaf');
    await sendAll();
    const row = await until(
      () => jobs().findOne({ collectionName: collection, state: { $ne: 'pending' } }),
      (found) => found !== null,
    );
    const { _id: jobId } = row!;
    await victim.sigkill();
    await leaseEnds();
    expect(await sendAgain()).toMatchObject({ status: 202, body: { job_id: jobId } });
    await expectOneJob(jobId);
  });
});

it('an API that is killed while the bytes of an announced upload arrive leaves the link open; once they are sent again a job indexes them', async () => {
  // Half of it is more than the first bytes, which are looked at before anything is stored.
  const content = text(0, 3_500);
  const json = { filename: '0.txt', byte_size: content.length, content_type: 'text/plain' };
  const { body: announced } = await stack.api.request<AnnouncedUpload>('/v3/uploads', {
    key: stack.key.text,
    json,
  });
  const { pathname, search } = new URL(announced.upload_url);
  await begin([`PUT ${pathname}${search} HTTP/1.1`], content.length, content.subarray(0, content.length / 2));
  await until(blobs, (found) => found.length > 0);
  await victim.sigkill();

  const uploadIds = [announced.file_id];
  const early = await stack.index('uploads', { uploads: uploadIds }, { collection });
  expect(early).toMatchObject({ status: 400, body: { error: 'upload_not_found' } });
  const body = new Uint8Array(content);
  expect((await stack.api.request(pathname + search, { method: 'PUT', body })).status).toBe(200);
  const jobId = await stack.accepted(stack.index('uploads', { uploads: uploadIds }, { collection }));
  expect(await stack.indexed(jobId)).toMatchObject({ status: 'completed', result: { files_indexed: 1 } });
  expect((await stack.documents(collection)).map(({ filename }) => filename)).toEqual(['0.txt']);
  await expectNothingElse([jobId]);
});
