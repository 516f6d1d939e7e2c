import { randomUUID } from 'node:crypto';
import { type Client } from '@elastic/elasticsearch';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { storeTriesMax } from '../../../src/domain/documents/index-job';
import { createEmbedder } from '../../../src/models';
import { createDocumentWrites } from '../../../src/stores/documents/document-writes';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type ActivityStack, startActivityStack } from '../activity-stack';
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

it('a file whose rows the search engine refuses as wrong ends after bounded tries, and the others go on', async () => {
  const search = createSearchIndex(refusing(stack.elasticsearch, 'bad.txt'));
  const deps = { embedder, documentWrites: createDocumentWrites({ db: stack.mongo.db, search }) };
  const { jobId, numbers } = await startFileJob(stack, [
    ['bad.txt', Buffer.from('The valve of the first tank is open.')],
    ['good.txt', Buffer.from('The valve of the second tank is closed.')],
  ]);
  // Files that share a request go on by themselves when it is refused.
  await expect(stack.run('indexFiles', { jobId, files: numbers }, { deps })).resolves.toEqual({
    left: [0, 1],
  });
  const [ref, other] = numbers.map((file) => ({ jobId, file }));
  for (const one of [ref!, other!]) await stack.run('parseFile', one);
  const workflowExecution = { workflowId: 'test', runId: randomUUID() };
  const logger = new DefaultLogger('ERROR', () => undefined);
  const store = (attempt: number) =>
    stack.run('storeFile', ref!, {
      deps,
      env: new MockActivityEnvironment({ attempt, workflowExecution }, { logger }),
    });
  for (let tries = 1; tries < storeTriesMax; tries++)
    await expect(store(tries)).rejects.toMatchObject({ type: 'internal_error', nonRetryable: false });
  await expect(store(storeTriesMax)).rejects.toMatchObject({ type: 'internal_error', nonRetryable: true });
  await stack.run('storeFile', other!, { deps });
  const [, good] = await stack.stores.jobFiles.page(jobId, -1, 2);
  expect(good).toMatchObject({ filename: 'good.txt', state: 'completed' });
});
