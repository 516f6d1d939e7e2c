import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { startTestServers } from '../embedded/test-servers';
import { findTestServers } from '../embedded/test-servers-file';
import { readConfig } from '../src/config';
import { RERANK_MODELS } from '../src/domain/platform/rerank-model';
import { createEmbedder, createRerankers } from '../src/models';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { goalTable } from './goal';
import { headed } from './quality/headed';
import { knownItems } from './quality/known-items';
import { measureSet } from './quality/measure-set';
import { rowCells, rowHeader } from './quality/measured-row';
import { readRetrievalSets } from './quality/retrieval-set';
import { textTable } from './text-table';
import { writeReport } from './write-report';

/**
 * How well queries are answered: nDCG@10 and recall@100 of each leg, of both together, and of every rerank
 * model that is configured, over all collections with judged queries that lie beside the clone, and over
 * queries for one known document of each. Rerank models are configured as the service is, by
 * `RERANK_BASE_URL` and `CHAT_BASE_URL`. Uses the servers of `npm run servers` where they run.
 *
 * `npm run bench -- quality [--set <name>] [--models local-blend-1,…] [--depths 30,50] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const values = readArguments();
  const reranking = {
    models: RERANK_MODELS.filter((model) => values.models.split(',').includes(model)),
    depths: values.depths.split(',').map(Number),
  };
  const { signal } = controller;
  const sets = readRetrievalSets()
    .flatMap((set) => [set, knownItems(set)])
    .flatMap((set) => [set, headed(set)])
    .filter(({ name }) => values.set === undefined || name === values.set);
  if (sets.length === 0) {
    console.log(
      'skipped: there is no ../shared/data/retrieval/<name> with docs.jsonl, queries.jsonl and qrels.tsv',
    );
    return 0;
  }
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const kept = findTestServers();
  const started = kept === undefined ? await startTestServers(console.log, controller) : null;
  const elasticsearch = new ElasticsearchClient({
    node: (kept ?? started!.addresses).elasticsearchUrl,
  });
  const config = readConfig({
    ...process.env,
    SIGNING_KEY: Buffer.alloc(32).toString('base64'),
    EMBEDDING_MODEL_DIR: modelFolder,
  });
  const embedder = createEmbedder(config);
  const rerankers = createRerankers(config);
  try {
    const report = [];
    for (const set of sets) {
      const { rows, goals } = await measureSet(
        { embedder, rerankers, search: createSearchIndex(elasticsearch) },
        reranking,
        set,
        signal,
      );
      report.push({ set: set.name, rows, goals });
      console.log(
        `\n${set.name}: ${set.documents.length} documents, ${set.queries.length} queries, nDCG@10\n`,
      );
      console.log(textTable(rowHeader, rows.map(rowCells)));
      console.log(`\n${goalTable(goals)}`);
    }
    await writeReport(values.json, report);
    return 0;
  } finally {
    await rerankers.close();
    await embedder.close();
    await elasticsearch.close();
    await started?.stop();
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      models: { type: 'string', default: RERANK_MODELS.join(',') },
      depths: { type: 'string', default: '30,50' },
      json: { type: 'string' },
    },
  });
  return values;
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
