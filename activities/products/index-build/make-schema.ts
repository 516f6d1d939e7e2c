import { parseRecord } from '../../../src/domain/products/raw-object';
import { Readable } from 'node:stream';
import { type BuildRangeRef, type ProductJobRef } from '../../../src/domain/products/activities';
import {
  addRecord,
  createSummary,
  declaredFields,
  decodeSummary,
  encodeSummary,
  inferFieldTable,
  keepSummary,
  mergeSummaries,
} from '../../../src/product-search';
import { tableOf } from '../../../src/stores/products/product-builds';
import { BlobNotFound } from '../../../src/blobs';
import { readBytes } from '../../../src/streams/bounded-read';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { buildVerdict } from './build-failures';
import { readBuildLease, summaryKey, type LeaseDeps } from './build-lease';
import { rangePages } from './range-pages';
import { beginStage, type StageDeps } from './stage-notes';

/** Size limit of a summary, above any that the number of fields allows. */
const summaryBytesMax = 256 * 1024 * 1024;
const contentType = 'application/octet-stream';

export type MakeSchemaDeps = Pick<
  ActivityDeps,
  'blobs' | 'productBuildParts' | 'productBuilds' | 'productJobs' | 'recordPages'
> &
  LeaseDeps &
  StageDeps;

export async function summarizeRange(
  deps: MakeSchemaDeps,
  { jobId, range }: BuildRangeRef,
): Promise<{ records: number }> {
  const { build, settings } = await readBuildLease(deps, jobId);
  const part = { jobId, stage: 'schema' as const, range };
  // After a reset of the run, live writes would give another table than that of the documents.
  if (build.table !== null) return { records: 0 };
  if (range === 0) await beginStage(deps, jobId, 'schema');
  return whileAlive(async (signal) => {
    const summary = createSummary(declaredFields(settings));
    const place = { indexId: build.indexId, view: build.view, ends: build.rangeEnds, range };
    for await (const records of rangePages(deps, place)) {
      signal.throwIfAborted();
      for (const { text } of records) addRecord(summary, parseRecord(text));
      await deps.productBuildParts.saveProgress(part, { count: summary.records }, false);
    }
    await deps.blobs.put(summaryKey(build, range), Readable.from([encodeSummary(summary)]), {
      contentType,
      signal,
    });
    await deps.productBuildParts.saveProgress(part, { count: summary.records }, true);
    return { records: summary.records };
  });
}

export async function inferSchema(
  deps: MakeSchemaDeps,
  { jobId }: ProductJobRef,
): Promise<{ records: number; fields: number }> {
  const lease = await readBuildLease(deps, jobId);
  const { build, settings } = lease;
  const known = tableOf(build);
  if (known !== null) return { records: build.records!, fields: known.fields.length };
  return whileAlive(async (signal) => {
    const whole = createSummary(declaredFields(settings));
    for (let range = 0; range <= build.rangeEnds.length; range++) {
      const bytes = await readSummary(deps, summaryKey(build, range));
      mergeSummaries(whole, decodeSummary(bytes));
    }
    if (whole.records === 0) {
      const message = 'All records were deleted before the build could read them.';
      throw buildVerdict('NO_RECORDS', message);
    }
    const idField = build.idField;
    const inferred = inferFieldTable(whole, { settings, idField });
    await keepSummary(deps.blobs, { indexId: build.indexId, buildId: build._id }, whole, signal);
    await deps.productJobs.note(jobId, {
      warnings: inferred.jobWarnings,
      badValues: inferred.badValues,
      facetReport: inferred.facetReport,
    });
    // Written last: a table means that the schema is complete.
    const table = JSON.stringify(inferred.table);
    await deps.productBuilds.decide(build._id, { records: whole.records, table });
    return { records: whole.records, fields: inferred.table.fields.length };
  });
}

async function readSummary({ blobs }: Pick<ActivityDeps, 'blobs'>, key: string): Promise<Buffer> {
  const { stream } = await blobs.read(key);
  const bytes = await readBytes(stream, summaryBytesMax);
  if (bytes === null) throw new BlobNotFound(key);
  return bytes;
}
