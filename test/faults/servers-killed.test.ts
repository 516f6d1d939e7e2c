import { type IndexJobResource } from '../../api/schemas/index-jobs';
import { messageOf } from '../parsing/document/formats/messages';
import { type IndexStack, startIndexStack } from '../setup/index-stack';
import { type OwnServers, startOwnServers } from '../setup/own-servers';
import { collect, compareStores } from './both-stores';

const filesPerJob = 100;
const pollMs = 100;

let own: OwnServers;
let stack: IndexStack;
beforeAll(async () => {
  own = await startOwnServers();
  stack = await startIndexStack();
  await stack.startWorker();
}, 300_000);
afterAll(async () => {
  await stack.close();
  await own.close();
}, 60_000);

/** Mixed files, some of which hold others; names begin with their number. */
function fileOf(n: number): { name: string; content: string; documents: number } {
  const sentence = `Sentence ${n} of a text that is long enough for more than one chunk. `;
  switch (n % 3) {
    case 0:
      return { name: `${n}.md`, content: `# File ${n}\n\n${sentence.repeat(30)}`, documents: 1 };
    case 1: {
      const rows = Array.from({ length: 40 }, (_, i) => `${n},Item ${i} of ${n},${i * 3}`);
      return { name: `${n}.csv`, content: `File,Item,Price\n${rows.join('\n')}\n`, documents: 1 };
    }
    default: {
      const attachments = [{ name: `${n}.txt`, type: 'text/plain', content: sentence }];
      const content = messageOf({ subject: `Message ${n}`, text: sentence.repeat(5), attachments });
      return { name: `${n}.eml`, content, documents: 2 };
    }
  }
}

/** The job as soon as this holds of it; a store that is away is no answer. */
async function jobWhen(jobId: string, holds: (job: IndexJobResource) => boolean): Promise<IndexJobResource> {
  for (;;) {
    const answer = await stack.indexJob(jobId).catch(() => null);
    if (answer?.status === 200 && holds(answer.body)) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

it.each(['elasticsearch', 'mongod', 'temporal'] as const)(
  'a %s that is killed with SIGKILL in the middle of a job costs nothing: the job ends once, every file is there once, both stores agree',
  async (server) => {
    const collection = `killed-${server}`;
    await stack.createCollection(collection);
    const files = Array.from({ length: filesPerJob }, (_, n) => fileOf(n));
    for (const { name, content } of files) stack.links.files.set(`/${server}/${name}`, Buffer.from(content));
    const urls = files.map(({ name }) => `${stack.links.origin}/${server}/${name}`);
    const jobId = await stack.accepted(stack.index('url', { urls }, { collection }));
    await jobWhen(jobId, ({ progress }) => progress.files_processed > 5);
    const killedAt = Date.now();
    await own.killAndRestart(server);

    const job = await jobWhen(jobId, ({ completed_at }) => completed_at !== null);
    expect(job).toMatchObject({
      status: 'completed',
      result: { files_indexed: filesPerJob, files_failed: 0, files_skipped: 0 },
    });
    // Else there was nothing to lose.
    expect(Date.parse(job.completed_at!)).toBeGreaterThan(killedAt);
    const documents = await stack.documents(collection);
    expect(documents).toHaveLength(files.reduce((sum, file) => sum + file.documents, 0));
    expect(new Set(documents.map(({ filename }) => filename)).size).toBe(documents.length);

    await collect(stack.api, 2);
    const rows = await compareStores(stack.api);
    const { db } = stack.api.mongo;
    expect(await db.collection('documents').countDocuments({ added: null })).toBe(0);
    const counted = await db.collection('collections').find().toArray();
    expect(counted.reduce((sum, row) => sum + (row.counts as { chunks: number }).chunks, 0)).toBe(rows);
    const again = await stack.indexJob(jobId);
    expect(again.body.completed_at).toBe(job.completed_at);
  },
  300_000,
);
