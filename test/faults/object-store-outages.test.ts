import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type BucketFields, fillBucket } from '../setup/fill-bucket';
import { type IndexStack, startIndexStack } from '../setup/index-stack';
import { passOn } from '../setup/pass-on';
import { servers } from '../setup/servers';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const pollMs = 20;
const small = 30;
const large = 12;
const indexed = 5;
/** One more than a page of a listing has. */
const listed = 501;

let stack: IndexStack;
let folder: BucketFields;
let manyObjects: BucketFields;
const servants: Server[] = [];
const proxies: TcpProxy[] = [];
beforeAll(async () => {
  stack = await startIndexStack();
  await stack.startWorker();
  const nameOf = (n: number) => `docs/${n}.txt`;
  // Large files are fetched one by one, behind the small ones.
  folder = await fillBucket([
    ...Array.from({ length: small }, (_, n) => ({ name: nameOf(n), content: `Text of file ${n}.` })),
    ...Array.from({ length: large }, (_, n) => ({
      name: nameOf(small + n),
      content: `Paragraph of file ${n}.\n\n`.repeat(8_000),
    })),
  ]);
  manyObjects = await fillBucket(
    Array.from({ length: listed }, (_, n) => ({
      name: `${String(n).padStart(3, '0')}.txt`,
      content: `Text of file ${n}.`,
    })),
  );
}, 180_000);
afterAll(async () => {
  for (const server of servants) server.close().closeAllConnections();
  for (const proxy of proxies) await proxy.close();
  await stack.close();
}, 30_000);

const s3Address = () => new URL(servers().s3.endpoint).host;
/** Whether the job goes on and has tried none of its files for the fourth time, some seconds after the first. */
async function isWaiting(jobId: string): Promise<boolean> {
  const { raw, status } = await stack.temporal.client.workflow.getHandle(`index-job/${jobId}`).describe();
  const again = (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 3);
  return status.name === 'RUNNING' && !again;
}

/** A job over the folder whose store is away as soon as its files are listed. */
async function jobThatLosesItsStore(collection: string): Promise<{ jobId: string; proxy: TcpProxy }> {
  const proxy = await startTcpProxy(s3Address());
  proxies.push(proxy);
  await stack.createCollection(collection);
  const request = { ...folder, endpoint_url: `http://${proxy.address}`, directory_path: '/docs' };
  const jobId = await stack.accepted(stack.index('s3compatible/directory', request, { collection }));
  while ((await stack.indexJob(jobId)).body.progress.files_total === 0) await pause(pollMs);
  proxy.set('closed');
  return { jobId, proxy };
}

/** A job over many objects through a server that has its own way with every page but the first. */
async function jobOfPages(
  collection: string,
  answer: (response: ServerResponse, n: number) => boolean,
): Promise<string> {
  let asked = 0;
  const listener: RequestListener = (request, response) => {
    const { searchParams } = new URL(request.url!, 'http://s3');
    if (!searchParams.has('start-after') || !answer(response, asked++))
      passOn(request, response, servers().s3.endpoint);
  };
  const server = createServer(listener);
  servants.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await stack.createCollection(collection);
  const { port } = server.address() as AddressInfo;
  const request = { ...manyObjects, endpoint_url: `http://127.0.0.1:${port}`, max_files: indexed };
  return stack.accepted(stack.index('s3compatible', request, { collection }));
}

const failing = (response: ServerResponse) => response.writeHead(500).end();
const breakingOff = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '5000', 'content-type': 'application/xml' });
  response.write('<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>', () =>
    response.destroy(),
  );
};
const denying = (response: ServerResponse) =>
  response
    .writeHead(403, { 'content-type': 'application/xml' })
    .end('<Error><Code>AccessDenied</Code></Error>');

describe('an object store in the middle of a job', () => {
  // All at once, since waiting is most of it.
  const jobs: Record<string, Promise<string>> = {};
  beforeAll(async () => {
    const gone = jobThatLosesItsStore('gone');
    jobs.gone = gone.then(({ jobId }) => jobId);
    jobs.back = jobThatLosesItsStore('back').then(async ({ jobId, proxy }) => {
      while (await isWaiting(jobId)) await pause(pollMs);
      proxy.set('open');
      return jobId;
    });
    const pages = (name: string, misbehave: (response: ServerResponse) => unknown, times = Infinity) => {
      jobs[name] = jobOfPages(name, (response, n) => {
        if (n < times) misbehave(response);
        return n < times;
      });
    };
    pages('passing', failing, 4);
    pages('failing', failing);
    pages('breaking', breakingOff);
    pages('denying', denying);
    await Promise.all(Object.values(jobs));
  }, 120_000);

  it('that is away for some seconds holds it up: every file is there once', async () => {
    const job = await stack.indexed(await jobs.back!);
    expect(job).toMatchObject({
      status: 'completed',
      result: { files_indexed: small + large, files_failed: 0 },
    });
    const names = (await stack.documents('back')).map(({ filename }) => filename).sort();
    expect(names).toEqual(Array.from({ length: small + large }, (_, n) => `${n}.txt`).sort());
  }, 120_000);

  it('that stays away fails what was not read yet, as download_failed, and the job ends', async () => {
    const jobId = await jobs.gone!;
    const job = await stack.indexed(jobId);
    const { files } = (await stack.indexJob(jobId, '?files_limit=500')).body;
    const failed = files.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThanOrEqual(large - 1);
    for (const { error_code, error_message } of failed) {
      expect(error_code).toBe('download_failed');
      expect(error_message).not.toMatch(/127\.0\.0\.1|ECONN/);
    }
    expect(['completed_with_errors', 'failed']).toContain(job.status);
    expect(job.result).toMatchObject({
      files_failed: failed.length,
      files_indexed: small + large - failed.length,
    });
    expect(await stack.documents('gone')).toHaveLength(small + large - failed.length);
  }, 120_000);

  it('whose second page of a listing fails for a while: all files are listed', async () => {
    const job = await stack.indexed(await jobs.passing!);
    expect(job).toMatchObject({
      status: 'completed',
      progress: { files_total: listed },
      result: { files_indexed: indexed, files_failed: 0, files_skipped: listed - indexed },
    });
  }, 120_000);

  it.each([
    ['failing', 'status 500'],
    ['breaking', 'closed the connection'],
    ['denying', 'credentials'],
  ])(
    'whose second page of a listing keeps %s: the job fails, and nothing of the first is indexed',
    async (name, sentence) => {
      const job = await stack.indexed(await jobs[name]!);
      expect(job).toMatchObject({
        status: 'failed',
        error_code: 'execution_failed',
        error_message: expect.stringContaining(sentence) as string,
        result: { files_indexed: 0, files_failed: 0 },
      });
      expect(new Set(job.files.map(({ status }) => status))).toEqual(new Set(['cancelled', 'skipped']));
      expect(await stack.documents(name)).toEqual([]);
    },
    120_000,
  );
});
