import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { startApiProgram } from '../../faults/api-program';
import { type EmbeddingServer, embeddingsBody, startEmbeddingServer } from '../../setup/embedding-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { suiteSeed } from '../../setup/suite-seed';
import { realRecords, withRealRecords } from '../../product-search/real-records';

interface Answer {
  total: number;
  total_records: number;
  hits: { id: string; _score: number; _by?: 'meaning'; _group?: { total: number; hits: { id: string }[] } }[];
  facets?: object;
  query_understanding: object;
  serving: { deterministic: boolean };
}

type Product = { sku: string; name: string; color?: string } & Record<string, unknown>;

const seed = suiteSeed();
/** `DETERMINISTIC_QUERIES` says how many. */
const queriesAsked = Number(process.env.DETERMINISTIC_QUERIES ?? 80);
const clientsAtOnce = 16;
const retryPauseMs = 200;
/** Only stops a test that hangs. */
const limitMs = Math.max(600_000, 6_000 * queriesAsked);
const scoreTolerance = 1e-5;
/** Records that are written again before, so that the index has parts and removed documents to merge. */
const rewritten = 300;
const records = (realRecords('magento') as Product[]).map((record) => ({ ...record, id: record.sku }));

/** Searches of every kind: words of names, a third of them with a typo, filters, orders, groups, facets, pages. */
function randomSearches(): object[] {
  const words = [...new Set(records.flatMap(({ name }) => name.split(/[\s-]+/)))].filter((word) => word !== '');
  const word = fc.constantFrom(...words);
  const wrong = fc
    .tuple(word, fc.nat(3))
    .map(([text, at]) => (text.length < 5 ? text : text.slice(0, at + 1) + text.slice(at + 2)));
  const text = fc
    .array(fc.oneof({ weight: 2, arbitrary: word }, { weight: 1, arbitrary: wrong }), { maxLength: 3 })
    .map((some) => some.join(' '));
  const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
  const search = fc
    .record({
      query: fc.oneof(text, text.map((some) => `${some} under 50`)),
      filter: maybe(['color = "Black"', 'price < 40 OR in_stock = false', 'NOT categories EXISTS']),
      prefer: maybe([[{ filter: 'color = "Blue"', strength: 'high' }]]),
      sort: maybe([[{ field: 'price', order: 'desc' }], [{ field: 'weight' }, { field: 'price' }]]),
      group_by: maybe([{ field: 'parent_sku', size: 3 }, { field: 'color' }]),
      facet_keys: maybe([['color', 'size']]),
      page: maybe([1, 3]),
    })
    // Members without a value are not sent.
    .map((body) => JSON.parse(JSON.stringify({ ...body, per_page: 20 })) as object);
  return fc.sample(search, { seed, numRuns: queriesAsked });
} // prettier-ignore

withRealRecords('equal searches of an index that nothing is written to', () => {
  let stack: OwnStack;
  let embeddings: EmbeddingServer;
  let key: string;
  let first: Answer[];
  let searches: object[];

  beforeAll(async () => {
    searches = randomSearches();
    embeddings = await startEmbeddingServer(({ vectors }, response) => response.end(embeddingsBody(vectors)));
    stack = await startOwnStack({
      env: { ...embeddings.env, PRODUCT_VECTORS_MAX: '20000', PRODUCT_SIMILARITY_MIN: '0.95' },
    });
    await stack.startWorker();
    const json = { name: 'fast', type: 'search', rate_limit_per_second: 1_000 };
    key = (await stack.v1<CreatedKey>('/keys', { json })).body.key;
    await stack.createIndex('shop', { settings: { group_by: { field: 'parent_sku' } } });
    await stack.stage('shop', records);
    expect(await stack.built('shop')).toMatchObject({ status: 'succeeded' });
    const operations = records.slice(0, rewritten).map((record) => ({ op: 'upsert', record }));
    await stack.v1('/indexes/shop/records/batch?wait=10s', { json: { operations } });
    first = await ask(searches, 1);
  }, limitMs);
  afterAll(async () => {
    await stack.close();
    await embeddings.close();
  });

  /** Answers in the order of the searches; facets that were not counted in time are asked for again. */
  async function ask(wanted: readonly object[], clients: number, origin = stack.api.baseUrl): Promise<Answer[]> {
    const answers: Answer[] = [];
    let next = 0;
    const client = async () => {
      for (let place = next++; place < wanted.length; ) {
        const response = await fetch(`${origin}/v1/indexes/shop/search`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(wanted[place]),
        });
        const text = await response.text();
        // The search engine or its facets were too slow: others have to be answered first.
        if (response.status === 503 || response.status === 504) {
          await pause(retryPauseMs);
          continue;
        }
        if (response.status !== 200) throw new Error(`${response.status} ${text}`);
        answers[place] = JSON.parse(text) as Answer;
        place = next++;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return answers;
  } // prettier-ignore

  const exactParts = ({ total, total_records: found, hits, facets, query_understanding: understood, serving }: Answer) => ({
    total,
    found,
    ids: hits.map(({ id, _by: by, _group: group }) => [id, by, group?.total, group?.hits.map((other) => other.id)]),
    facets,
    understood,
    serving,
  }); // prettier-ignore

  function expectSame(answers: readonly Answer[]): void {
    for (const [place, answer] of answers.entries()) {
      const before = first[place]!;
      expect({ search: searches[place], ...exactParts(answer) }).toEqual({
        search: searches[place],
        ...exactParts(before),
      });
      for (const [rank, { _score: score }] of answer.hits.entries())
        expect(Math.abs(score - before.hits[rank]!._score)).toBeLessThanOrEqual(scoreTolerance);
    }
  }

  /** Parts of the index that searches visit, and removed documents in them. */
  async function segments(): Promise<{ count: number; removed: number }> {
    const { served } = await stack.indexRow('shop');
    const { indices } = await stack.api.elasticsearch.indices.stats({ index: served!.physical });
    const { segments: parts, docs } = indices![served!.physical]!.primaries!;
    return { count: parts!.count, removed: docs!.deleted ?? 0 };
  }

  test(`${queriesAsked} searches find something, also by its meaning, and promise the same again (seed ${seed})`, () => {
    expect(first.filter(({ hits }) => hits.some(({ _by: by }) => by === 'meaning')).length).toBeGreaterThan(
      3,
    );
    expect(first.filter(({ hits }) => hits.length > 0).length).toBeGreaterThan(queriesAsked / 5);
    expect(new Set(first.map(({ serving }) => serving.deterministic))).toEqual(new Set([true]));
  });

  test(
    `get equal answers by ${clientsAtOnce} clients at once`,
    async () => {
      expectSame(await ask(searches, clientsAtOnce));
    },
    limitMs,
  );

  test(
    'get equal answers by an API that has just started',
    async () => {
      const program = await startApiProgram(stack.env);
      try {
        expectSame(await ask(searches, clientsAtOnce, program.origin));
      } finally {
        await program.sigkill();
      }
    },
    limitMs,
  );

  // The test servers have one node. Copies of a shard on further ones are not compared.
  test(
    'get equal answers after refreshes without writes, and after a merge',
    async () => {
      const { served } = await stack.indexRow('shop');
      const index = served!.physical;
      for (let n = 0; n < 3; n++) await stack.api.elasticsearch.indices.refresh({ index });
      const before = await segments();
      expect(before).not.toEqual({ count: 1, removed: 0 });
      await stack.api.elasticsearch.indices.forcemerge({ index, max_num_segments: 1 });
      await stack.api.elasticsearch.indices.refresh({ index });
      expect(await segments()).toMatchObject({ count: 1 });
      expectSame(await ask(searches, clientsAtOnce));
    },
    limitMs,
  );
});
