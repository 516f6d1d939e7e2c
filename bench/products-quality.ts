import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { startTestServers } from '../embedded/test-servers';
import { findTestServers } from '../embedded/test-servers-file';
import { createEmbedder, type Embedder } from '../src/models';
import { boundGoal, goalTable } from './goal';
import { halves } from './quality/score';
import { spellings, TYPO_KINDS, withTypo } from './products-quality/changed-queries';
import { createAsker } from './products-quality/ask-judged';
import { buildJudged, dropJudged } from './products-quality/judged-index';
import { type JudgedQuery, readJudgedSet } from './products-quality/judged-set';
import { judge, type Judgement } from './products-quality/judge';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const identifiersAsked = 500;
const embeddingThreads = 1;

/**
 * How well products are found: nDCG@10 of judged queries, over all products and over judged ones only,
 * recall@50 and queries without an answer, as they are and with a typo of each kind; and the ranks of records
 * whose identifier is asked for in five spellings. `tuned` and `reported` are two fixed halves of the
 * queries. Uses the servers of `npm run servers` where they run.
 *
 * `npm run bench -- products-quality [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  const { signal } = controller;
  const set = readJudgedSet();
  if (set === null) {
    console.log('skipped: there is no ../shared/data/products/judged');
    return 0;
  }
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const kept = findTestServers();
  const started = kept === undefined ? await startTestServers(console.log, controller) : null;
  const elasticsearch = new ElasticsearchClient({
    node: (kept ?? started!.addresses).elasticsearchUrl,
  });
  const embedder = createEmbedder({ EMBEDDING_MODEL_DIR: modelFolder, EMBEDDING_THREADS: embeddingThreads });
  try {
    const rows: Record<string, Judgement> = {};
    for (const model of [null, embedder]) {
      const ask = createAsker(
        elasticsearch,
        model,
        await buildJudged(elasticsearch, model, set.products, signal),
        signal,
      );
      const name = model === null ? 'words alone' : 'with vectors';
      const { tuned, reported } = halves(set.queries);
      const plain = (query: JudgedQuery) => query.id;
      rows[name] = await judge(ask, set.queries, plain);
      if (model === null) continue;
      rows['  tuned'] = await judge(ask, tuned, plain);
      rows['  reported'] = await judge(ask, reported, plain);
      for (const kind of TYPO_KINDS)
        rows[`  ${kind} letters`] = await judge(ask, set.queries, ({ id }) => withTypo(id, kind));
    }
    const lost = await lostIdentifiers(elasticsearch, embedder, set, signal);
    const best = rows['with vectors']!;
    const typos = Math.min(...TYPO_KINDS.map((kind) => rows[`  ${kind} letters`]!.gain));
    const goals = [
      boundGoal('nDCG@10 of judged queries, with vectors', 'at least', 0.79, best.gain),
      boundGoal('share of it with a typo in each query, the worst kind', 'at least', 0.9, typos / best.gain),
      boundGoal('identifiers below rank 1, of 2,500 queries', 'at most', 0, lost),
      boundGoal('queries without an answer', 'at most', 0, best.unanswered),
    ];
    console.log(`\n${set.products.length} products, ${set.queries.length} judged queries\n`);
    const cells = Object.entries(rows).map(([name, { gain, judgedGain, recall, unanswered }]) => [
      name,
      gain.toFixed(4),
      judgedGain.toFixed(4),
      recall.toFixed(4),
      String(unanswered),
    ]);
    console.log(textTable(['ranking', 'nDCG@10', 'judged only', 'recall@50', 'no answer'], cells));
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { rows, lost, goals });
    return 0;
  } finally {
    await embedder.close();
    await dropJudged(elasticsearch);
    await elasticsearch.close();
    await started?.stop();
  }
}

/** Queries for identifiers whose record is not the first hit. */
async function lostIdentifiers(
  elasticsearch: ElasticsearchClient,
  embedder: Embedder,
  { products, queries }: NonNullable<ReturnType<typeof readJudgedSet>>,
  signal: AbortSignal,
): Promise<number> {
  const target = await buildJudged(elasticsearch, embedder, products, signal);
  const ask = createAsker(elasticsearch, embedder, target, signal);
  const step = Math.floor(products.length / identifiersAsked);
  let lost = 0;
  for (let n = 0; n < identifiersAsked; n++) {
    const { id } = products[n * step]!;
    for (const query of spellings(id, queries[n % queries.length]!.id)) {
      const [first] = await ask(query, 1);
      if (first !== id) lost++;
    }
  }
  return lost;
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
