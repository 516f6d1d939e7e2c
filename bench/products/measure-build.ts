import { join } from 'node:path';
import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type ProductBuildRow } from '../../src/stores/products/product-builds';
import { productRecord } from '../generate/product-records';
import { watchResidentSize } from '../uploads/resident-size';
import { type IndexClient } from './index-client';
import { indexDocuments, writeDocumentsFile } from './index-documents';

/** Figures of one build and of the loop beside it. */
export interface MeasuredBuild {
  records: number;
  /** Bytes of a record in the upload, on average. */
  recordBytes: number;
  uploadSeconds: number;
  /** From the first byte of the upload until the build is served. */
  buildSeconds: number;
  /** Milliseconds of each stage, by its name; null for those that were skipped. */
  stageMs: Record<string, number | null>;
  rawSeconds: number;
  apiPeakBytes: number;
  workerPeakBytes: number;
}

interface BuildPlace {
  client: IndexClient;
  elasticsearch: Client;
  db: Db;
  pids: { api: number; worker: number };
  /** For the file of documents. */
  folder: string;
}

/** Uploads and builds an index of its own, then lets the loop write the same documents. */
export async function measureBuild(
  { client, elasticsearch, db, pids, folder }: BuildPlace,
  seed: number,
  records: number,
): Promise<MeasuredBuild> {
  const lines = Array.from(
    { length: records },
    (_, place) => `${JSON.stringify(productRecord(seed, place))}\n`,
  );
  await client.create();
  const stopApi = watchResidentSize(pids.api);
  const stopWorker = watchResidentSize(pids.worker);
  const start = performance.now();
  await client.upload(lines);
  const uploadSeconds = (performance.now() - start) / 1_000;
  const { build_id: buildId, stages } = await client.succeeded(await client.startBuild());
  const buildSeconds = (performance.now() - start) / 1_000;
  const { peakBytes: apiPeakBytes } = stopApi();
  const { peakBytes: workerPeakBytes } = stopWorker();

  const build = (await db.collection<ProductBuildRow>('product_builds').findOne({ _id: buildId! }))!;
  const file = join(folder, 'documents.ndjson');
  await writeDocumentsFile(file, build, lines);
  const rawSeconds = await indexDocuments(elasticsearch, file, build.physical);
  const recordBytes = Buffer.byteLength(lines.join('')) / records;
  const stageMs = Object.fromEntries(stages.map(({ name, ms }) => [name, ms]));
  const seconds = { uploadSeconds, buildSeconds, rawSeconds };
  return { records, recordBytes, stageMs, ...seconds, apiPeakBytes, workerPeakBytes };
}
