import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { startTestServers } from '../embedded/test-servers';
import { findTestServers } from '../embedded/test-servers-file';
import { readConfig } from '../src/config';
import { LOCAL_EMBEDDING_MODELS, type LocalEmbeddingModel } from '../src/domain/platform/embedding-model';
import { createEmbedder, createEmbedderChoice, createQueryEmbedders, type Embedder } from '../src/models';
import { createSearchIndex, type SearchIndex } from '../src/stores/documents/search-index';
import { askSet } from './quality/asked-set';
import { autoRankings, fusedRankings, type Rankings } from './quality/rankings';
import { readRetrievalSets, type RetrievalSet } from './quality/retrieval-set';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const ratios = [0, 0.2, 0.5, 1] as const;
const header = ['questions, texts, model', ...ratios.map((ratio) => `ratio ${ratio}`), 'auto'];

/** Shares of questions whose first answer is right, by ratio, and with the ratios that the service chooses. */
interface PairRow {
  questions: string;
  texts: string;
  model: LocalEmbeddingModel;
  first: number[];
  auto: number;
}

/**
 * How many questions have a right first answer: questions of each language asked of texts of each, with either
 * local model. Sets are folders `<name>-<language>` beside the clone with the same ids of questions and texts
 * in every language. Tells how many texts a second of processor time each model embeds.
 *
 * `npm run bench -- quality-languages [--set <name>] [--questions <count>] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', default: 'xquad' },
      questions: { type: 'string', default: '300' },
      json: { type: 'string' },
    },
  });
  const { signal } = controller;
  const sets = readRetrievalSets()
    .filter(({ name, language }) => name === `${values.set}-${language}`)
    .map((set) => ({ ...set, queries: some(set.queries, Number(values.questions)) }));
  if (sets.length === 0) {
    console.log(`skipped: there is no ../shared/data/retrieval/${values.set}-<language>`);
    return 0;
  }
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const kept = findTestServers();
  const started = kept === undefined ? await startTestServers(console.log, controller) : null;
  const elasticsearch = new ElasticsearchClient({ node: (kept ?? started!.addresses).elasticsearchUrl });
  const config = readConfig({
    SIGNING_KEY: Buffer.alloc(32).toString('base64'),
    EMBEDDING_MODEL_DIR: modelFolder,
  });
  const configured = createEmbedder(config);
  const embedders = createQueryEmbedders(config, configured);
  const choose = createEmbedderChoice(modelFolder, configured, embedders);
  try {
    const rows: PairRow[] = [];
    for (const model of LOCAL_EMBEDDING_MODELS) {
      const embedder = choose(model, 1);
      console.log(`${model}: ${await speedOf(embedder, sets, signal)} texts a second of processor time`);
      for (const texts of sets)
        for (const questions of sets) {
          // Fields that a client remembers of an index are gone with the index.
          const deps = { embedder, search: createSearchIndex(elasticsearch) };
          rows.push(await measurePair(deps, { questions, texts, model }, signal));
        }
    }
    const cells = rows.map(({ questions, texts, model, first, auto }) => [
      `${questions} → ${texts}, ${model}`,
      ...[...first, auto].map((share) => share.toFixed(3)),
    ]);
    console.log(`\n${sets[0]!.queries.length} questions, first answer right\n\n${textTable(header, cells)}`);
    await writeReport(values.json, rows);
    return 0;
  } finally {
    await embedders.close();
    await configured.close();
    await elasticsearch.close();
    await started?.stop();
  }
}

/** So many items, evenly spread. */
function some<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function measurePair(
  deps: { embedder: Embedder; search: SearchIndex },
  { questions, texts, model }: { questions: RetrievalSet; texts: RetrievalSet; model: LocalEmbeddingModel },
  signal: AbortSignal,
): Promise<PairRow> {
  const set = { ...texts, queries: questions.queries };
  const asked = await askSet(deps, set, signal);
  const first = ratios.map((ratio) => shareRight(fusedRankings(asked, ratio), set));
  const auto = shareRight(autoRankings(asked), set);
  return { questions: questions.language, texts: texts.language, model, first, auto };
}

function shareRight(rankings: Rankings, { queries }: RetrievalSet): number {
  const right = queries.filter(({ grades }, at) => (grades.get(rankings[at]![0] ?? '') ?? 0) > 0);
  return right.length / queries.length;
}

/** Texts that one second of processor time embeds, once the model is loaded. */
async function speedOf(
  embedder: Embedder,
  sets: readonly RetrievalSet[],
  signal: AbortSignal,
): Promise<string> {
  const texts = sets.flatMap(({ documents }) => documents.slice(0, 20).map(({ text }) => text));
  await embedder.embed(texts.slice(0, 1), 'document', signal);
  const before = process.cpuUsage();
  await embedder.embed(texts, 'document', signal);
  const { user, system } = process.cpuUsage(before);
  return (texts.length / ((user + system) / 1e6)).toFixed(1);
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
