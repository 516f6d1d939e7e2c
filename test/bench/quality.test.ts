import { Client } from '@elastic/elasticsearch';
import { askSet } from '../../bench/quality/asked-set';
import { measureRow } from '../../bench/quality/measured-row';
import { createPlainBm25 } from '../../bench/quality/plain-bm25';
import { fusedRankings, rerankedRankings } from '../../bench/quality/rankings';
import { readRetrievalSets, type RetrievalSet } from '../../bench/quality/retrieval-set';
import { gainAt10, halves, recallAt100 } from '../../bench/quality/score';
import { createEmbedder, createRerankers, type Embedder } from '../../src/models';
import { createSearchIndex } from '../../src/stores/documents/search-index';
import { localConfig } from '../models/rerank/candidates';
import { embeddingModelFolder, obtainTimeoutMs } from '../setup/embedding-model';
import { servers } from '../setup/servers';

describe('the scorer', () => {
  const grades = new Map([
    ['best', 3],
    ['good', 1],
    ['poor', 0],
  ]);

  test('counts the gain of the first ten against the best order there is', () => {
    expect(gainAt10(['best', 'good'], grades)).toBe(1);
    const [best, good] = [7, 1];
    expect(gainAt10(['good', 'none', 'best'], grades)).toBeCloseTo(
      (good + best / Math.log2(4)) / (best + good / Math.log2(3)),
      10,
    );
    expect(gainAt10([...Array<string>(10).fill('none'), 'best'], grades)).toBe(0);
  });

  test('counts what is relevant among the first hundred', () => {
    expect(recallAt100(['none', 'best'], grades)).toBe(0.5);
    expect(recallAt100([...Array<string>(100).fill('none'), 'best', 'good'], grades)).toBe(0);
  });

  test('parts queries into the same two halves whatever their order', () => {
    const queries = Array.from({ length: 9 }, (_, i) => ({ id: String(i) }));
    const { tuned, reported } = halves(queries);
    expect(halves(queries.toReversed())).toEqual({ tuned, reported });
    expect([...tuned, ...reported].map(({ id }) => id).sort()).toEqual(queries.map(({ id }) => id));
    expect(tuned).toHaveLength(4);
  });
});

const cranfield = readRetrievalSets().find(({ name }) => name === 'cranfield');
const described = cranfield === undefined ? describe.skip : describe;

described('Cranfield (skipped where ../shared/data/retrieval/cranfield is absent)', () => {
  const { signal } = new AbortController();
  let elasticsearch: Client;
  let embedder: Embedder;

  beforeAll(async () => {
    elasticsearch = new Client({ node: servers().elasticsearchUrl });
    embedder = createEmbedder({ EMBEDDING_MODEL_DIR: await embeddingModelFolder(), EMBEDDING_THREADS: 1 });
  }, obtainTimeoutMs);
  afterAll(async () => {
    await embedder.close();
    await elasticsearch.close();
  });

  /**
   * Some of the queries over the documents that are right for any of them, so that few vectors are needed.
   */
  function someOf({ documents, queries, ...set }: RetrievalSet): RetrievalSet {
    const some = queries.slice(0, 60);
    const judged = new Set(some.flatMap(({ grades }) => [...grades.keys()]));
    return { ...set, documents: documents.filter(({ id }) => judged.has(id)), queries: some };
  }

  test('plain BM25 scores as the reference scorer says: nDCG@10 0.344, recall@100 0.725', () => {
    const search = createPlainBm25(cranfield!.documents);
    const row = measureRow(
      'plain',
      cranfield!,
      cranfield!.queries.map(({ text }) => search(text)),
    );
    expect(row.gain.all).toBeCloseTo(0.344, 2);
    expect(row.recall).toBeCloseTo(0.725, 2);
  });

  test('keywords score at least what plain BM25 does: nDCG@10 0.344', async () => {
    const pointless: Embedder = {
      id: 'pointless',
      dimensions: 2,
      countTokens: () => 0,
      close: () => Promise.resolve(),
      embed: (texts) => Promise.resolve(texts.map(() => Float32Array.from([1, 0]))),
    };
    const search = createSearchIndex(elasticsearch);
    const asked = await askSet({ embedder: pointless, search }, cranfield!, signal);
    expect(measureRow('', cranfield!, fusedRankings(asked, 0)).gain.all).toBeGreaterThan(0.344);
  });

  test('both legs together beat each, and local-blend-1 beats those', async () => {
    const set = someOf(cranfield!);
    const asked = await askSet({ embedder, search: createSearchIndex(elasticsearch) }, set, signal);
    const blend = createRerankers(localConfig).get('local-blend-1')!;
    const gainOf = (rankings: string[][]) => measureRow('', set, rankings).gain.all;
    const [keyword, dense, hybrid] = [0, 1, 0.5].map((ratio) => gainOf(fusedRankings(asked, ratio)));
    const reranked = gainOf(await rerankedRankings(asked, blend, 30, signal));
    expect(hybrid).toBeGreaterThan(Math.max(keyword!, dense!));
    expect(reranked).toBeGreaterThan(hybrid!);
  });
});
