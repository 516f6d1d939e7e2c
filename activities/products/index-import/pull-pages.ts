import { Readable } from 'node:stream';
import { activityInfo } from '@temporalio/activity';
import { importPageKey } from '../../../src/domain/products/import';
import { importedRecordsMax } from '../../../src/domain/products/limits';
import { type ProductJobRef } from '../../../src/domain/products/activities';
import { BlobNotFound } from '../../../src/blobs';
import { type AlgoliaAccess, type AlgoliaIndex, createAlgoliaIndex } from '../../../src/product-imports';
import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { beginStage, endStage } from '../index-build/stage-notes';
import { heldImport } from './held-import';
import { asProviderFailure, importVerdict } from './import-failures';

/** Bounds of one call; the next call has attempts of its own. */
const pagesPerCallMax = 50;
const callMsMax = 2 * 60_000;

export type PullPagesDeps = Pick<
  ActivityDeps,
  | 'blobs'
  | 'importEndpoints'
  | 'outbound'
  | 'productImports'
  | 'productIndexes'
  | 'productJobs'
  | 'sealer'
  | 'uploads'
>;

/** Copies pages of the source into the blob store. */
export async function pullPages(
  deps: PullPagesDeps,
  { jobId }: ProductJobRef,
): Promise<{ pages: number; more: boolean }> {
  const { row } = await heldImport(deps, jobId);
  await beginStage(deps, jobId, 'pull', row.total);
  const pulled = await whileAlive(async (signal) => {
    try {
      return row.source.kind === 'file' ? await pullFile(deps, row) : await pullIndex(deps, jobId, signal);
    } catch (error) {
      throw asProviderFailure(error);
    }
  });
  if (pulled.isPulled) await endStage(deps, jobId, 'pull', { items: pulled.pages });
  return { pages: pulled.pages, more: !pulled.isPulled };
}

function openIndex(
  deps: PullPagesDeps,
  row: ProductImportRow,
  credentials: string | undefined,
): AlgoliaIndex {
  const { source } = row;
  if (source.kind !== 'app') throw new Error(`import ${row._id} has no provider to ask`);
  const apiKey = deps.sealer.open(credentials ?? '', row._id) as AlgoliaAccess['apiKey'];
  return createAlgoliaIndex(deps.outbound, { ...source, apiKey }, deps.importEndpoints.algolia);
}

async function storePage(
  { blobs }: PullPagesDeps,
  row: ProductImportRow,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const key = importPageKey(row._id, row.pages);
  await blobs.put(key, Readable.from([text]), { contentType: 'application/json', signal });
}

/** Copies the next page. Returns the row afterwards. */
async function pullPage(
  deps: PullPagesDeps,
  index: AlgoliaIndex,
  row: ProductImportRow,
  signal: AbortSignal,
): Promise<ProductImportRow> {
  const page = await index.browse(row.cursor, { attempt: activityInfo().attempt, signal });
  if (page.total !== null && page.total > importedRecordsMax) throw tooLarge();
  await storePage(deps, row, page.text, signal);
  const noted = await deps.productImports.savePage(row, {
    cursor: page.cursor,
    isPulled: page.cursor === null,
    ...(page.total === null ? {} : { total: page.total }),
  });
  if (noted === null) throw new Error('another attempt brings the pages');
  await deps.productJobs.setStage(row._id, 'pull', { items: noted.pages, of: noted.total });
  return noted;
}

async function pullIndex(deps: PullPagesDeps, jobId: string, signal: AbortSignal): Promise<ProductImportRow> {
  const held = await heldImport(deps, jobId);
  const index = openIndex(deps, held.row, held.job.credentials);
  const until = performance.now() + callMsMax;
  let { row } = held;
  if (row.parts.settings && row.settings === null)
    await deps.productImports.saveSettings(
      row,
      await index.settings({ attempt: activityInfo().attempt, signal }),
    );
  if (!row.parts.records) await deps.productImports.endPull(row);
  for (let pages = 0; row.parts.records && !row.isPulled; pages++) {
    if (pages === pagesPerCallMax || performance.now() > until) break;
    row = await pullPage(deps, index, row, signal);
  }
  return { ...row, isPulled: row.isPulled || !row.parts.records };
}

/** Copies the uploaded file, whose expiry after a day then does not end the import. */
async function pullFile(
  { uploads, blobs, productImports }: PullPagesDeps,
  row: ProductImportRow,
): Promise<ProductImportRow> {
  const { source } = row;
  if (source.kind !== 'file' || row.isPulled) return row;
  const key = await uploads.blobKey(source.uploadId);
  if (key === null) throw uploadGone();
  try {
    await blobs.copy(key, importPageKey(row._id, 0));
  } catch (error) {
    if (error instanceof BlobNotFound) throw uploadGone();
    throw error;
  }
  return (await productImports.savePage(row, { isPulled: true })) ?? { ...row, isPulled: true, pages: 1 };
}

/** The failure of an import above the limit of records. */
export function tooLarge() {
  return importVerdict('INDEX_TOO_LARGE', `An import takes at most ${importedRecordsMax} records.`);
}

function uploadGone() {
  return importVerdict('VALIDATION_ERROR', 'The uploaded file is gone; upload it again.');
}
