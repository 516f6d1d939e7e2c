import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { Client, Connection } from '@temporalio/client';
import { type Db } from 'mongodb';
import { Pool } from 'undici';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores, type Stores } from '../src/stores';
import { createDocumentWrites } from '../src/stores/documents/document-writes';
import { createSearchIndex } from '../src/stores/documents/search-index';
import { connectMongo } from '../src/stores/mongo/mongo';
import { fillChunks } from './footprint/fill-chunks';
import { elasticBytes, folderBytes, mongoBytes, type StoredRows } from './footprint/store-bytes';
import { actionsOf, type RunActions } from './footprint/temporal-actions';
import { productRecord } from './generate/product-records';
import { indexUploads } from './index/index-uploads';
import { makeTexts } from './index/make-texts';
import { machineFacts, machineLine } from './machine';
import { createIndexClient } from './products/index-client';
import { startParse, uploadFile } from './service/api-calls';
import { startBenchStack } from './service/bench-stack';
import { raisedLimits } from './service/raised-limits';
import { settled } from './service/settled';
import { type BenchTenant, createTenants } from './service/tenants';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const jobFiles = 100;
const chunksPerCollection = 1_000_000;

/**
 * Bytes after so many chunks or records, and the rows that they are in. A collection that moves to indexes of its
 * own has its rows twice for an hour, so that there may be more of them than chunks.
 */
interface FootprintRow {
  what: 'chunks' | 'records';
  count: number;
  mongodb: StoredRows;
  elasticsearch: StoredRows;
  /** Bytes in MongoDB by collection. */
  collections: Record<string, number>;
}

/**
 * Bytes that chunks and records take in each store, and actions that jobs take in Temporal: what the tables of
 * docs/scale.md are worked out from.
 *
 * `npm run bench -- footprint [--chunks 10000,100000] [--records 10000,50000] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '10000,100000' },
      records: { type: 'string', default: '10000,50000' },
      json: { type: 'string' },
    },
  });
  const sizesOf = (text: string) => text.split(',').map(Number);
  const { signal } = controller;
  const blobs = await mkdtemp(join(tmpdir(), 'sheaf-footprint-'));
  mkdirSync(blobs, { recursive: true });
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const stack = await startBenchStack(
    { EMBEDDING_MODEL_DIR: modelFolder, BLOB_FOLDER: blobs, ...raisedLimits },
    controller,
  );
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const elasticsearch = new ElasticsearchClient({ node: stack.elasticsearchUrl, requestTimeout: 120_000 });
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const pool = new Pool(stack.apiUrl, { connections: 4, headersTimeout: 120_000 });
  try {
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}\n`);
    const stores = createStores(mongo.db);
    const [tenant] = (await createTenants(stores, 1)) as [BenchTenant];
    await stack.startWorker();
    const service = { stores, db: mongo.db, elasticsearch, pool, tenant };
    const jobs = await measureJobs(service, { blobs, temporal: new Client({ connection }) });
    console.log(`${JSON.stringify(jobs, null, 2)}\n`);
    const rows = [
      ...(await measureChunks(service, sizesOf(values.chunks))),
      ...(await measureRecords(service, sizesOf(values.records))),
    ];
    console.log(
      textTable(['what', 'count', 'MongoDB MB', 'Elasticsearch MB', 'largest in MongoDB'], rows.map(cells)),
    );
    const slopes = (['chunks', 'records'] as const).map((what) => ({ what, ...slopeOf(rows, what) }));
    console.log(`\nbytes for each further one\n${JSON.stringify(slopes, null, 2)}`);
    await writeReport(values.json, { machine, jobs, rows, slopes });
    return 0;
  } finally {
    await pool.close();
    await elasticsearch.close();
    await connection.close();
    await mongo.close();
    await stack.stop();
    await rm(blobs, { recursive: true });
  }
}

interface Service {
  stores: Stores;
  db: Db;
  elasticsearch: ElasticsearchClient;
  pool: Pool;
  tenant: BenchTenant;
}

const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((total, size) => total + size, 0);
const ensureCollection = ({ stores, tenant: { organizationId } }: Service, name: string) =>
  stores.collections.ensure({ organizationId, environment: 'production' }, name, {
    description: null,
    metadata: null,
  });

/** Actions of one job of each kind, and the bytes that an indexed file leaves in the blob store. */
async function measureJobs(
  service: Service,
  { blobs, temporal }: { blobs: string; temporal: Client },
): Promise<{ runs: Record<string, RunActions>; blobBytesPerFile: number; fileBytes: number }> {
  const { pool, stores, tenant } = service;
  const csv = `Region,Units\n${'North,10\n'.repeat(500)}`;
  const parseId = await startParse(pool, tenant.key, await uploadFile(pool, tenant.key, 'small.csv', csv));
  await temporal.workflow.getHandle(`parse-job/${parseId}`).result();
  await ensureCollection(service, 'files');
  const texts = makeTexts(1, jobFiles).map((content, at) => ({ name: `text-${at}.txt`, content }));
  const before = folderBytes(blobs);
  const caller = { pool, stores, key: tenant.key, collection: 'files' };
  const { files } = await indexUploads(caller, texts);
  const indexId = files[0]!.jobId;
  await temporal.workflow.getHandle(`index-job/${indexId}`).result();
  const fileBytes = texts.reduce((total, { content }) => total + content.length, 0) / jobFiles;
  return {
    runs: {
      'parse of a small file': await actionsOf(temporal, `parse-job/${parseId}`),
      [`index of ${jobFiles} small files`]: await actionsOf(temporal, `index-job/${indexId}`),
    },
    blobBytesPerFile: (folderBytes(blobs) - before) / jobFiles,
    fileBytes,
  };
}

async function measureChunks(service: Service, sizes: readonly number[]): Promise<FootprintRow[]> {
  const { db, elasticsearch } = service;
  // A disk that is nearly full is the machine's own affair: nothing moves to another node.
  const watermarks = { 'cluster.routing.allocation.disk.threshold_enabled': false };
  await elasticsearch.cluster.putSettings({ persistent: watermarks });
  const writes = createDocumentWrites({ db, search: createSearchIndex(elasticsearch) });
  const rows: FootprintRow[] = [];
  let filled = 0;
  for (const count of [0, ...sizes]) {
    while (filled < count) {
      const number = Math.floor(filled / chunksPerCollection);
      const { collection } = await ensureCollection(service, `volumes-${number}`);
      const through = Math.min(count, (number + 1) * chunksPerCollection);
      await fillChunks(writes, collection._id, filled, through);
      filled = through;
      console.log(`${new Date().toISOString()} ${filled} chunks`);
    }
    const collections = await settledMongo(db);
    const indexes = await settled(() => elasticBytes(elasticsearch, 'sheaf-*'), JSON.stringify);
    rows.push({
      what: 'chunks',
      count,
      mongodb: { bytes: sum(collections), rows: await db.collection('chunks').estimatedDocumentCount() },
      elasticsearch: indexes,
      collections,
    });
    console.log(cells(rows.at(-1)!).join('  '));
  }
  return rows;
}

async function measureRecords(service: Service, sizes: readonly number[]): Promise<FootprintRow[]> {
  const { db, elasticsearch, pool, tenant } = service;
  const rows: FootprintRow[] = [];
  for (const count of sizes) {
    const before = await settledMongo(db);
    const name = `lamps-${count}`;
    const client = createIndexClient(pool, tenant.key, name);
    await client.create();
    await client.upload(Array.from({ length: count }, (_, n) => `${JSON.stringify(productRecord(1, n))}\n`));
    await client.succeeded(await client.startBuild());
    const after = await settledMongo(db);
    rows.push({
      what: 'records',
      count,
      mongodb: { bytes: sum(after) - sum(before), rows: count },
      elasticsearch: await settled(() => elasticBytes(elasticsearch, `${name}__*`), JSON.stringify),
      collections: Object.fromEntries(
        Object.entries(after).map(([collection, bytes]) => [collection, bytes - (before[collection] ?? 0)]),
      ),
    });
    console.log(cells(rows.at(-1)!).join('  '));
  }
  return rows;
}

const settledMongo = (db: Db) => settled(() => mongoBytes(db), JSON.stringify);

/** Bytes for each row between the last two sizes of a kind. */
function slopeOf(rows: readonly FootprintRow[], what: FootprintRow['what']) {
  const [before, last] = rows.filter((row) => row.what === what).slice(-2) as [FootprintRow, FootprintRow];
  const each = (store: 'mongodb' | 'elasticsearch') =>
    Math.round((last[store].bytes - before[store].bytes) / (last[store].rows - before[store].rows));
  return { mongodb: each('mongodb'), elasticsearch: each('elasticsearch') };
}

function cells({ what, count, mongodb, elasticsearch, collections }: FootprintRow): string[] {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const stored = ({ bytes, rows }: StoredRows) => `${megabytes(bytes)} in ${rows} rows`;
  const largest = Object.entries(collections)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, bytes]) => `${name} ${megabytes(bytes)}`);
  return [what, String(count), stored(mongodb), stored(elasticsearch), largest.join(', ')];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
