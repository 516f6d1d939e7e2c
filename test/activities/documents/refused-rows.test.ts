import { randomUUID } from 'node:crypto';
import { type Client } from '@elastic/elasticsearch';
import { storeTriesMax } from '../../../src/domain/documents/index-job';
import { createEmbedder } from '../../../src/models';
import { createDocumentWrites, type DocumentWrites } from '../../../src/stores/documents/document-writes';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type ActivityStack, newAttempt, startActivityStack } from '../activity-stack';
import { startFileJob } from './file-job';

let stack: ActivityStack;
let embedder: ActivityStack['deps']['embedder'];
beforeAll(async () => {
  stack = await startActivityStack();
  embedder = createEmbedder({
    EMBEDDING_MODEL_DIR: await embeddingModelFolder(),
    EMBEDDING_THREADS: 1,
    EMBEDDING_BASE_URL: undefined,
    EMBEDDING_API_KEY: undefined,
    EMBEDDING_MODEL: undefined,
    EMBEDDING_DIMENSIONS: undefined,
  });
}, obtainTimeoutMs);
afterAll(async () => {
  await embedder.close();
  await stack.close();
});

/** A client that sends the rows of one file with a field that the search engine does not know. */
function refusing(client: Client, filename: string): Client {
  const spoilt = (line: object) =>
    'filename' in line && line.filename === filename ? { ...line, nonsense: 1 } : line;
  const bulk = ({ operations = [], ...request }: Parameters<Client['bulk']>[0]) =>
    client.bulk({ ...request, operations: operations.map((line) => spoilt(line as object)) });
  return Object.create(client, { bulk: { value: bulk } }) as Client;
}

/** Writes of which two calls of `addChunks` share a request: the first waits for the second. */
function sharing(writes: DocumentWrites): DocumentWrites {
  const waiting: (() => void)[] = [];
  return {
    ...writes,
    async addChunks(...chunks) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
      await writes.addChunks(...chunks);
    },
  };
}

/** Writes of which no two calls of `addChunks` share a request: each waits for the end of the one before. */
function apart(writes: DocumentWrites): DocumentWrites {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...writes,
    addChunks(...chunks) {
      const written = last.then(() => writes.addChunks(...chunks));
      last = written.catch(() => undefined);
      return written;
    },
  };
}

test.each([
  ['a request that it shares with another file', sharing, [0, 1]],
  ['a request of its own', apart, [0]],
])(
  'a file whose rows the search engine refuses in %s ends after bounded tries, and the other is stored',
  async (_, written, left) => {
    const search = createSearchIndex(refusing(stack.elasticsearch, 'bad.txt'));
    const documentWrites = createDocumentWrites({ db: stack.mongo.db, search });
    const { jobId, numbers } = await startFileJob(stack, [
      ['bad.txt', Buffer.from('The valve of the first tank is open.')],
      ['good.txt', Buffer.from('The valve of the second tank is closed.')],
    ]);
    const together = { embedder, documentWrites: written(documentWrites) };
    // Files that share a request are indexed one by one when it is refused.
    await expect(stack.run('indexFiles', { jobId, files: numbers }, { deps: together })).resolves.toEqual({
      left,
    });
    const runId = randomUUID();
    const store = (file: number, attempt: number) =>
      stack.run(
        'storeFile',
        { jobId, file },
        {
          deps: { embedder, documentWrites },
          env: newAttempt(attempt, runId),
        },
      );
    for (const file of left) await stack.run('parseFile', { jobId, file });
    for (let tries = 1; tries < storeTriesMax; tries++)
      await expect(store(0, tries)).rejects.toMatchObject({ type: 'internal_error', nonRetryable: false });
    await expect(store(0, storeTriesMax)).rejects.toMatchObject({
      type: 'internal_error',
      nonRetryable: true,
    });
    if (left.includes(1)) await store(1, 1);
    const [, good] = await stack.stores.jobFiles.page(jobId, -1, 2);
    expect(good).toMatchObject({ filename: 'good.txt', state: 'completed' });
  },
);
