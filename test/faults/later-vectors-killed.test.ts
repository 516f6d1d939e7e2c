import { embeddingsBody, type EmbeddingServer, startEmbeddingServer } from '../setup/embedding-server';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { killWorker } from './killed-worker';

const records = Array.from({ length: 1_000 }, (_, n) => ({ id: `r${n}`, title: `Title number ${n}` }));
/** Records of one step, whose texts may be asked for again. */
const stepRecords = 100;
const index = 'products';

describe('a worker that is killed with SIGKILL while it makes vectors behind a build', () => {
  let stack: OwnStack;
  let embeddings: EmbeddingServer;
  const asked: string[] = [];
  beforeAll(async () => {
    embeddings = await startEmbeddingServer(({ texts, vectors }, response) => {
      asked.push(...texts);
      response.end(embeddingsBody(vectors));
    });
    stack = await startOwnStack({ env: { ...embeddings.env, PRODUCT_VECTORS_MAX: '10' } });
  });
  afterAll(async () => {
    await stack.close();
    await embeddings.close();
  });

  it('loses no more than a step, and the next build serves a vector of each record', async () => {
    let worker = await stack.startWorker();
    await stack.createIndex(index);
    await stack.stage(index, records);
    await expect(stack.built(index)).resolves.toMatchObject({ status: 'succeeded' });
    const vectors = async () => (await stack.getIndex(index)).build!.vectors;
    let kills = 0;
    for (let least = 0; kills < 3; least += 250) {
      while ((await vectors()).done! < least) continue;
      await killWorker(stack.temporal, worker);
      kills++;
      worker = await stack.startWorker();
    }
    while ((await vectors()).status !== 'made') continue;
    const texts = asked.filter((text) => text.startsWith('Title'));
    expect(new Set(texts).size).toBe(records.length);
    expect(texts.length).toBeLessThanOrEqual(records.length + kills * stepRecords);
    await expect(stack.built(index)).resolves.toMatchObject({ status: 'succeeded' });
    const { served } = await stack.indexRow(index);
    const { count } = await stack.api.elasticsearch.count({
      index: served!.physical,
      query: { exists: { field: 'v' } },
    });
    expect([count, (await vectors()).status]).toEqual([records.length, 'served']);
  });
});
