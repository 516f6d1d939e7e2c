import { type JobResource } from '../../../api/products/jobs/schema';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
});
afterAll(() => stack.close());

/** An index with a served and a former build of these records. */
async function builtTwice(name: string): Promise<void> {
  await stack.createIndex(name);
  for (const title of ['Lamp', 'Torch']) {
    await stack.stage(
      name,
      ['a', 'b', 'c'].map((id) => ({ id, title })),
    );
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
}

/** Takes builds of an index from the search engine. */
async function lose(name: string, ...builds: ('served' | 'former')[]): Promise<void> {
  const row = await stack.indexRow(name);
  for (const build of builds) await stack.api.physicalIndexes.drop(row[build]!.physical);
}

const write = (name: string, id: string) =>
  stack.v1<{ job: JobResource }>(`/indexes/${name}/records/${id}`, {
    method: 'PUT',
    json: { id, title: 'New' },
  });

const rollBack = (name: string) =>
  stack.v1<{ job: JobResource; error?: string }>(`/indexes/${name}/rollback`, { method: 'POST' });

const written = async (name: string, id: string) => stack.endedJob((await write(name, id)).body.job.id);

test('a live write drops a former build that the search engine has lost', async () => {
  await builtTwice('former-lost');
  await lose('former-lost', 'former');
  expect(await written('former-lost', 'd')).toMatchObject({ status: 'succeeded', records: 1 });
  expect((await stack.indexRow('former-lost')).former).toBeNull();
  expect((await stack.search('former-lost', 'new')).hits).toMatchObject([{ id: 'd' }]);
});

test('a rollback to a former build that the search engine has lost is refused', async () => {
  await builtTwice('rollback-lost');
  await lose('rollback-lost', 'former');
  expect(await rollBack('rollback-lost')).toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
  expect((await stack.indexRow('rollback-lost')).former).toBeNull();
  expect((await stack.search('rollback-lost', 'torch')).total).toBe(3);
});

test('a build serves again what the search engine has lost, and live writes reach it', async () => {
  await builtTwice('all-lost');
  await lose('all-lost', 'served', 'former');
  const lost = await stack.v1('/indexes/all-lost/search', { method: 'POST', json: { query: 'torch' } });
  expect(lost).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE' } });
  expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
  const waiting = await write('all-lost', 'd');
  expect(await stack.built('all-lost')).toMatchObject({ status: 'succeeded' });
  expect(await stack.endedJob(waiting.body.job.id)).toMatchObject({ status: 'succeeded' });
  expect(await written('all-lost', 'e')).toMatchObject({ status: 'succeeded' });
  expect((await stack.search('all-lost', 'torch')).total).toBe(3);
  expect((await stack.search('all-lost', 'new')).total).toBe(2);
  expect((await stack.indexRow('all-lost')).former).toBeNull();
  expect(await rollBack('all-lost')).toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
});
