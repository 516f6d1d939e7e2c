import { type ServerResponse } from 'node:http';
import { type JobResource } from '../../../api/products/jobs/schema';
import { type AskedEmbeddings, embeddingsBody, startEmbeddingServer } from '../../setup/embedding-server';
import { realRecords, withRealRecords } from '../../product-search/real-records';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

const vectorsMax = 300;
const laterMax = 400;
/** More titles than a build makes vectors of, each with a text of its own. */
const manyTitles = (word: string, count = vectorsMax + 1) =>
  Array.from({ length: count }, (_, n) => ({ id: `${word}-${n}`, name: `${word} title number ${n}` }));
const records = realRecords('magento')
  .slice(0, vectorsMax)
  .map((record) => ({ ...record, id: (record as { sku: string }).sku }) as { id: string; name: string });

withRealRecords('vectors of titles', () => {
  let stack: OwnStack;
  let server: Awaited<ReturnType<typeof startEmbeddingServer>>;
  /** Texts that were asked for, and how the server answers. */
  const asked: string[] = [];
  const right = ({ vectors }: AskedEmbeddings, response: ServerResponse) => {
    response.end(embeddingsBody(vectors));
  };
  let answer = right;

  beforeAll(async () => {
    server = await startEmbeddingServer((request, response) => {
      asked.push(...request.texts);
      answer(request, response);
    });
    stack = await startOwnStack({
      env: {
        ...server.env,
        PRODUCT_VECTORS_MAX: String(vectorsMax),
        PRODUCT_LATER_VECTORS_MAX: String(laterMax),
      },
    });
    await stack.startWorker();
  });
  beforeEach(() => {
    answer = right;
  });
  afterAll(async () => {
    await stack.close();
    await server.close();
  });

  async function built(name: string, of: readonly object[]): Promise<JobResource> {
    await stack.createIndex(name);
    await stack.stage(name, of);
    const job = await stack.built(name);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    return job;
  }

  const denseOf = ({ stages }: JobResource) => stages.find(({ name }) => name === 'dense')!;

  /** Documents of the served build that have a vector. */
  async function withVectors(name: string, query: object = { match_all: {} }): Promise<number> {
    const { served } = await stack.indexRow(name);
    const filter = [query, { exists: { field: 'v' } }];
    const { count } = await stack.api.elasticsearch.count({ index: served!.physical, query: { bool: { filter } } });
    return count;
  } // prettier-ignore

  async function written(job: JobResource | undefined): Promise<JobResource> {
    return stack.endedJob(job!.id);
  }

  const patch = (name: string, id: string, json: object) =>
    stack.v1<{ job: JobResource }>(`/indexes/${name}/records/${id}?wait=10s`, { method: 'PATCH', json });

  test('are made by the stage dense, once for equal titles, and by live writes of new titles', async () => {
    const name = 'with-vectors';
    const job = await built(name, records);
    expect(denseOf(job)).toMatchObject({
      status: 'done',
      count: records.length,
      of: records.length,
      items: records.length,
      reason: null,
    });
    expect(await withVectors(name)).toBe(records.length);
    expect(new Set(asked).size).toBe(asked.length);

    const first = records[0]!;
    const before = asked.length;
    const same = await patch(name, first.id, { price: 1 });
    expect(asked).toHaveLength(before);
    expect(await written(same.body.job)).toMatchObject({
      status: 'succeeded',
      warnings: [],
      stages: [{ name: 'validate' }, { name: 'embed', status: 'done' }, { name: 'upsert' }, { name: 'refresh' }],
    }); // prettier-ignore
    await patch(name, first.id, { name: 'A title of its own' });
    expect(asked.slice(before)).toEqual(['A title of its own']);
    expect(await withVectors(name, { term: { id: first.id } })).toBe(1);
    const { served } = await stack.indexRow(name);
    const { hits } = await stack.api.elasticsearch.search({
      index: served!.physical,
      knn: { field: 'v', query_vector: titleVector('A title of its own'), k: 1, num_candidates: 10 },
    });
    expect(hits.hits[0]!._id).toBe(first.id);
  });

  test('tell which records are like another one, without the model', async () => {
    const { id } = records[1]!;
    const before = asked.length;
    const { body } = await stack.v1<{ by: string; hits: { id: string; _score: number }[] }>(
      `/indexes/with-vectors/records/${id}/similar`,
      { json: { limit: 5, fields: ['name'] } },
    );
    expect([body.by, body.hits.length, asked.length]).toEqual(['meaning', 5, before]);
    expect(body.hits.map((hit) => hit.id)).not.toContain(id);
    const scores = body.hits.map(({ _score: score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    const { served } = await stack.indexRow('with-vectors');
    const { hits } = await stack.api.elasticsearch.search({
      index: served!.physical,
      knn: { field: 'v', query_vector: titleVector(records[1]!.name), k: 6, num_candidates: 300 },
    });
    expect(scores[0]).toBeCloseTo(2 * hits.hits[1]!._score! - 1, 2);
  });

  /** Vectors of the served build as the index tells them, once they have a status. */
  async function vectorsOnce(name: string, status: string) {
    for (;;) {
      const { build } = await stack.getIndex(name);
      if (build?.vectors.status === status) return build.vectors;
    }
  }

  test('of more new titles than a build makes are made behind it, and the next build serves them', async () => {
    const name = 'many-titles';
    const many = manyTitles('Later');
    const reason = `more than ${vectorsMax} new titles: made in the background`;
    expect(denseOf(await built(name, many))).toMatchObject({ status: 'skipped', reason });
    expect(await withVectors(name)).toBe(0);
    await expect(vectorsOnce(name, 'made')).resolves.toEqual({ status: 'made', done: 301, of: 301 });
    const job = await stack.built(name);
    expect(denseOf(job)).toMatchObject({ status: 'done', count: 301, items: 301 });
    expect(await withVectors(name)).toBe(301);
    expect((await stack.getIndex(name)).build!.vectors).toEqual({ status: 'served', done: null, of: null });
    const texts = asked.filter((text) => text.startsWith('Later'));
    expect(texts.sort()).toEqual(many.map((record) => record.name).sort());
  });

  test('of a build are made no further once a newer one is served', async () => {
    const name = 'newer-wins';
    const held: (() => void)[] = [];
    answer = ({ texts, vectors }, response) => {
      const say = () => response.end(embeddingsBody(vectors));
      if (texts.some((text) => text.startsWith('Older'))) held.push(say);
      else say();
    };
    await built(name, manyTitles('Older'));
    while (held.length === 0) await stack.getIndex(name);
    await stack.stage(name, manyTitles('Newer'), { replacesAll: true });
    await stack.built(name);
    for (const say of held) say();
    await vectorsOnce(name, 'made');
    const older = asked.filter((text) => text.startsWith('Older'));
    expect(older.length).toBeLessThanOrEqual(100);
    expect(asked.filter((text) => text.startsWith('Newer'))).toHaveLength(301);
  });

  test('that a model refuses behind a build are said to be stopped', async () => {
    answer = (_, response) => {
      response.writeHead(401).end();
    };
    await built('many-refused', manyTitles('Refused'));
    await expect(vectorsOnce('many-refused', 'stopped')).resolves.toMatchObject({ done: 0, of: 301 });
  });

  test('do not hold live writes up while the model does not answer', async () => {
    const name = 'model-away';
    await built(name, records.slice(0, 20));
    answer = (_, response) => {
      response.writeHead(503).end();
    };
    const { id } = records[0]!;
    const { status, body } = await patch(name, id, { name: 'Nobody knows this title yet' });
    expect(status).toBe(200);
    expect(await written(body.job)).toMatchObject({ warnings: [{ code: 'VECTORS_LATER' }] });
    expect((await stack.search(name, 'nobody knows')).hits.map((hit) => hit.id)).toEqual([id]);
    expect(await withVectors(name)).toBe(19);
  });

  test.each([
    ['no text fields', [{ id: 'a', price: 1 }]],
    [`more than ${laterMax} records`, manyTitles('Known', laterMax + 1)],
  ])('are skipped with the reason: %s', async (reason, of) => {
    const name = reason.replaceAll(' ', '-');
    expect(denseOf(await built(name, of))).toMatchObject({ status: 'skipped', reason });
    expect(await withVectors(name)).toBe(0);
  });

  test('are skipped where the model refuses to work, and the build is served', async () => {
    answer = (_, response) => {
      response.writeHead(401).end();
    };
    const job = await built('refused', records.slice(0, 20));
    expect(denseOf(job)).toMatchObject({ status: 'skipped', reason: 'no embedding model answers' });
    expect((await stack.search('refused')).total).toBe(20);
  });

  test('are waited for while the model is away', async () => {
    let refusals = 3;
    answer = (request, response) => {
      if (request.texts.length > 1 && refusals-- > 0) response.writeHead(503).end();
      else right(request, response);
    };
    const fresh = records.slice(0, 20).map((record, n) => ({ ...record, name: `Fresh title ${n}` }));
    expect(denseOf(await built('waiting', fresh))).toMatchObject({ status: 'done', items: 20 });
    expect(await withVectors('waiting')).toBe(20);
  });
});

/** As the server of these tests makes it. */
function titleVector(text: string): number[] {
  const counts = Array<number>(8).fill(1);
  for (const char of text) counts[char.codePointAt(0)! % 8]!++;
  return counts;
}
