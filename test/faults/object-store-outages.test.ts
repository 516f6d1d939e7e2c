import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type BucketFields, fillBucket } from '../setup/fill-bucket';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { passOn } from '../setup/pass-on';
import { servers } from '../setup/servers';
import { hurryRetries } from './hurried-retries';

const pollMs = 20;
const small = 30;
const large = 12;
const indexed = 5;
/** Objects, one more than a page of a listing has. */
const listed = 501;

let stack: OwnStack;
let folder: BucketFields;
let manyObjects: BucketFields;
const servants: Server[] = [];
beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
  const nameOf = (n: number) => `docs/${n}.txt`;
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
});
afterAll(async () => {
  for (const server of servants) server.close().closeAllConnections();
  await stack.close();
});

/**
 * Whether the job continues and has tried none of its files for the fourth time, some seconds after the first.
 */
async function isWaiting(jobId: string): Promise<boolean> {
  const { raw, status } = await stack.temporal.client.workflow.getHandle(`index-job/${jobId}`).describe();
  const again = (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 3);
  return status.name === 'RUNNING' && !again;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servants.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Large files are fetched one by one, behind the small ones. */
const isLarge = (url: string) => Number(/(\d+)\.txt/.exec(url)?.[1]) >= small;

/** A job over the folder whose store is away from the first large file on, once all small ones are read. */
async function jobThatLosesItsStore(collection: string): Promise<{ jobId: string; returns: () => void }> {
  let is: 'there' | 'away' | 'back' = 'there';
  const read = new Set<string>();
  const held: IncomingMessage[] = [];
  const goAway = () => {
    if (is !== 'there' || held.length === 0 || read.size < small) return;
    is = 'away';
    for (const { socket } of held) socket.destroy();
  };
  const endpoint_url = await serve((request, response) => {
    const url = request.url!;
    const isFile = request.method === 'GET' && /\d+\.txt/.test(url);
    if (is === 'away') request.socket.destroy();
    else if (is === 'there' && isFile && isLarge(url)) held.push(request);
    else {
      if (isFile) response.once('finish', () => read.add(url));
      response.once('finish', goAway);
      passOn(request, response, servers().s3.endpoint);
    }
    goAway();
  });
  await stack.createCollection(collection);
  const request = { ...folder, endpoint_url, directory_path: '/docs' };
  const jobId = await stack.accepted(stack.index('s3compatible/directory', request, { collection }));
  return {
    jobId,
    returns: () => {
      is = 'back';
    },
  };
}

/** A job over many objects through a server that has its own way with every page but the first. */
async function jobOfPages(
  collection: string,
  answer: (response: ServerResponse, n: number) => boolean,
): Promise<string> {
  let asked = 0;
  const endpoint_url = await serve((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://s3');
    if (!searchParams.has('start-after') || !answer(response, asked++))
      passOn(request, response, servers().s3.endpoint);
  });
  await stack.createCollection(collection);
  const request = { ...manyObjects, endpoint_url, max_files: indexed };
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
    jobs.gone = jobThatLosesItsStore('gone').then(({ jobId }) => jobId);
    jobs.back = jobThatLosesItsStore('back').then(async ({ jobId, returns }) => {
      while (await isWaiting(jobId)) await pause(pollMs);
      returns();
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
  });

  /** The job in its final state, without the pauses between its tries. */
  async function ended(jobId: string) {
    await hurryRetries(stack.temporal, `index-job/${jobId}`);
    return stack.indexed(jobId);
  }

  it('that is away for some seconds holds it up: every file is there once', async () => {
    const job = await stack.indexed(await jobs.back!);
    expect(job).toMatchObject({
      status: 'completed',
      result: { files_indexed: small + large, files_failed: 0 },
    });
    const names = (await stack.documents('back')).map(({ filename }) => filename).sort();
    expect(names).toEqual(Array.from({ length: small + large }, (_, n) => `${n}.txt`).sort());
  });

  it('that stays away fails what was not read yet, as download_failed, and the job ends', async () => {
    const jobId = await jobs.gone!;
    const job = await ended(jobId);
    const { files } = (await stack.indexJob(jobId, '?files_limit=500')).body;
    const failed = files.filter(({ status }) => status === 'failed');
    expect(failed.map(({ filename }) => filename).sort()).toEqual(
      Array.from({ length: large }, (_, n) => `${small + n}.txt`).sort(),
    );
    for (const { error_code, error_message } of failed) {
      expect(error_code).toBe('download_failed');
      expect(error_message).not.toMatch(/127\.0\.0\.1|ECONN/);
    }
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      result: { files_failed: large, files_indexed: small },
    });
    expect(await stack.documents('gone')).toHaveLength(small);
  });

  it('whose second page of a listing fails for a while: all files are listed', async () => {
    const job = await ended(await jobs.passing!);
    expect(job).toMatchObject({
      status: 'completed',
      progress: { files_total: listed },
      result: { files_indexed: indexed, files_failed: 0, files_skipped: listed - indexed },
    });
  });

  it.each([
    ['failing', 'status 500'],
    ['breaking', 'closed the connection'],
    ['denying', 'credentials'],
  ])(
    'whose second page of a listing keeps %s: the job fails, and nothing of the first is indexed',
    async (name, sentence) => {
      const job = await ended(await jobs[name]!);
      expect(job).toMatchObject({
        status: 'failed',
        error_code: 'execution_failed',
        error_message: expect.stringContaining(sentence) as string,
        result: { files_indexed: 0, files_failed: 0 },
      });
      expect(new Set(job.files.map(({ status }) => status))).toEqual(new Set(['cancelled', 'skipped']));
      expect(await stack.documents(name)).toEqual([]);
    },
  );
});
