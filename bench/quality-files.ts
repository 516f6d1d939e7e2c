import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { type IndexCaller, indexUploads, type UploadedFile } from './index/index-uploads';
import { FILE_FORMS, type FileForm, idOfFile } from './quality/file-forms';
import { knownItems } from './quality/known-items';
import { type MeasuredRow, measureRow, rowCells, rowHeader } from './quality/measured-row';
import { readRetrievalSets, type RetrievalSet } from './quality/retrieval-set';
import { statementReports } from './quality/statement-reports';
import { answerText } from './service/answer-text';
import { startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { concurrently } from './service/concurrently';
import { createTenants } from './service/tenants';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const connections = 8;
const queriesAtOnce = 4;
const documentsAsked = 100;
const statementsSet = 'statements';
/** Ranks down to which a page counts as found. */
const depths = [1, 3, 10] as const;
const pagesAsked = 10;

/** Ways to ask, by the members of the query's body. */
const ways = [
  { name: 'keyword (0)', members: { semantic_ratio: 0 } },
  { name: 'hybrid 0.5', members: { semantic_ratio: 0.5 } },
  { name: 'auto', members: { semantic_ratio: 'auto' } },
  { name: 'dense (1)', members: { semantic_ratio: 1 } },
  { name: 'hybrid 0.5, reranked', members: { semantic_ratio: 0.5, rerank: { model: 'local-blend-1' } } },
] as const;
type Way = (typeof ways)[number];

/**
 * How well queries over files are answered: the documents of every collection with judged queries that lies
 * beside the clone are indexed by jobs as files, as plain texts and as Markdown with their title as heading, and
 * asked for over HTTP. Of each document the best chunk counts. The set `statements` is made here: reports as PDF
 * files, asked for amounts.
 *
 * `npm run bench -- quality-files [--set <name>] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({ options: { set: { type: 'string' }, json: { type: 'string' } } });
  const sets = readRetrievalSets().filter(({ name }) => values.set === undefined || name === values.set);
  const asksStatements = values.set === undefined || values.set === statementsSet;
  if (sets.length === 0 && !asksStatements) {
    console.log('skipped: there is no ../shared/data/retrieval/<name> with judged queries');
    return 0;
  }
  const { signal } = controller;
  const model = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const stack = await startBenchStack(
    {
      EMBEDDING_MODEL_DIR: model,
      ...raisedLimits,
    },
    controller,
  );
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const pool = new Pool(stack.apiUrl, { connections });
  try {
    await stack.startWorker();
    const stores = createStores(mongo.db);
    const [tenant] = await createTenants(stores, 1);
    const { organizationId, key } = tenant!;
    const owner = { organizationId, environment: 'production' } as const;
    const { text: queryKey } = await stores.apiKeys.create(owner, ['query']);
    const report = [];
    for (const [n, set] of sets.entries())
      for (const [m, form] of FILE_FORMS.entries()) {
        const collection = `quality-${n}-${m}`;
        await stores.collections.ensure(owner, collection, { description: null, metadata: null });
        await indexSet({ pool, stores, key, collection }, set, form);
        for (const asked of [set, knownItems(set)]) {
          const rows: MeasuredRow[] = [];
          for (const way of ways)
            rows.push(await measureWay({ pool, key: queryKey, collection }, asked, way));
          report.push({ set: asked.name, form: form.name, rows });
          console.log(`\n${asked.name} as ${form.name}, nDCG@10\n`);
          console.log(textTable(rowHeader, rows.map(rowCells)));
        }
      }
    const statements = [];
    for (const isNamed of asksStatements ? [true, false] : [])
      statements.push(await measureStatements({ pool, stores, key, queryKey }, owner, isNamed));
    await writeReport(values.json, { sets: report, statements });
    return 0;
  } finally {
    await pool.close();
    await mongo.close();
    await stack.stop();
  }
}

/**
 * Indexes reports with statements and asks for an amount by company, year and row. Of each way to ask: how many
 * questions have the page of the amount among the first results.
 *
 * @param isNamed whether the names of the files tell company and year
 */
async function measureStatements(
  { pool, stores, key, queryKey }: Omit<IndexCaller, 'collection'> & { queryKey: string },
  owner: Parameters<IndexCaller['stores']['collections']['ensure']>[0],
  isNamed: boolean,
): Promise<{ isNamed: boolean; ways: { way: string; found: number[] }[] }> {
  const collection = isNamed ? 'quality-statements' : 'quality-covers';
  await stores.collections.ensure(owner, collection, { description: null, metadata: null });
  const { reports, questions } = statementReports(isNamed);
  await indexAll({ pool, stores, key, collection }, reports);
  const measured: { way: string; found: number[] }[] = [];
  for (const { name, members } of ways) {
    const ranks: number[] = [];
    await concurrently(questions.length, queriesAtOnce, async (at) => {
      const { text, filename, page } = questions[at]!;
      const results = await ask(
        { pool, key: queryKey, collection },
        { query: text, limit: pagesAsked, ...members },
      );
      const rank = results.findIndex(
        ({ document, location }) =>
          document.filename === filename && location.page_start <= page && location.page_end >= page,
      );
      ranks[at] = rank < 0 ? Infinity : rank + 1;
    });
    measured.push({
      way: name,
      found: depths.map((depth) => ranks.filter((rank) => rank <= depth).length / questions.length),
    });
  }
  const named = isNamed ? 'named by company and year' : 'with company and year on the first page only';
  console.log(`\n${reports.length} PDF files ${named}, ${questions.length} questions, page found\n`);
  console.log(
    textTable(
      ['order', ...depths.map((depth) => `R@${depth}`)],
      measured.map(({ way, found }) => [way, ...found.map((share) => share.toFixed(3))]),
    ),
  );
  return { isNamed, ways: measured };
}

/** Indexes files. @throws Error when one was not completed */
async function indexAll(caller: IndexCaller, given: readonly UploadedFile[]): Promise<void> {
  const { files } = await indexUploads(caller, given);
  const left = files.find(({ state }) => state !== 'completed');
  if (left !== undefined) throw new Error(`The file ${left.filename} ended as ${left.state}.`);
}

/** A result of a query, as far as the bench looks at it. */
interface Result {
  document: { filename: string };
  location: { page_start: number; page_end: number };
}

async function ask(
  { pool, key, collection }: Pick<IndexCaller, 'pool' | 'key' | 'collection'>,
  body: object,
): Promise<Result[]> {
  const response = await pool.request({
    method: 'POST',
    path: `/v3/collections/${collection}/query`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (JSON.parse(await answerText(response)) as { results: Result[] }).results;
}

/** Indexes the documents of a set. @throws Error when a file was not completed */
async function indexSet(caller: IndexCaller, { documents }: RetrievalSet, form: FileForm): Promise<void> {
  // A document without a text is no file that could be indexed.
  const written = documents.filter(({ title, text }) => `${title}${text}`.trim() !== '');
  await indexAll(
    caller,
    written.map((document) => form.fileOf(document)),
  );
}

async function measureWay(
  { pool, key, collection }: Pick<IndexCaller, 'pool' | 'key' | 'collection'>,
  set: RetrievalSet,
  { name, members }: Way,
): Promise<MeasuredRow> {
  const rankings: string[][] = [];
  await concurrently(set.queries.length, queriesAtOnce, async (at) => {
    const results = await ask(
      { pool, key, collection },
      { query: set.queries[at]!.text, limit: documentsAsked, max_chunks_per_document: 1, ...members },
    );
    rankings[at] = results.map(({ document }) => idOfFile(document.filename));
  });
  return measureRow(name, set, rankings);
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
