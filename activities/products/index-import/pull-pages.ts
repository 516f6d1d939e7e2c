import { Readable } from 'node:stream';
import { activityInfo } from '@temporalio/activity';
import { importPageKey } from '../../../src/domain/products/import';
import { importedRecordsMax } from '../../../src/domain/products/limits';
import { type ProductActivities } from '../../../src/domain/products/activities';
import { BlobNotFound } from '../../../src/blobs';
import { type AlgoliaAccess, type AlgoliaIndex, createAlgoliaIndex } from '../../../src/product-imports';
import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { type StageNotes } from '../index-build/stage-notes';
import { heldImport } from './held-import';
import { asProviderFailure, importVerdict } from './import-failures';

/** Pages and time of one call: what follows a call has attempts of its own. */
const pagesPerCallMax = 50;
const callMsMax = 2 * 60_000;

/** Brings sources into the blob store. */
export function createPullPages(deps: ActivityDeps, notes: StageNotes): Pick<ProductActivities, 'pullPages'> {
  const { blobs, productImports, productJobs, sealer, uploads } = deps;

  function openIndex(row: ProductImportRow, credentials: string | undefined): AlgoliaIndex {
    const { source } = row;
    if (source.kind !== 'app') throw new Error(`import ${row._id} has no provider to ask`);
    const apiKey = sealer.open(credentials ?? '', row._id) as AlgoliaAccess['apiKey'];
    return createAlgoliaIndex(deps.outbound, { ...source, apiKey }, deps.importEndpoints.algolia);
  }

  async function storePage(row: ProductImportRow, text: string, signal: AbortSignal): Promise<void> {
    const key = importPageKey(row._id, row.pages);
    await blobs.put(key, Readable.from([text]), { contentType: 'application/json', signal });
  }

  /** Brings the next page. The row afterwards. */
  async function pullPage(
    index: AlgoliaIndex,
    row: ProductImportRow,
    signal: AbortSignal,
  ): Promise<ProductImportRow> {
    const page = await index.browse(row.cursor, { attempt: activityInfo().attempt, signal });
    if (page.total !== null && page.total > importedRecordsMax) throw tooLarge();
    await storePage(row, page.text, signal);
    const noted = await productImports.notePage(row, {
      cursor: page.cursor,
      isPulled: page.cursor === null,
      ...(page.total === null ? {} : { total: page.total }),
    });
    if (noted === null) throw new Error('another attempt brings the pages');
    await productJobs.setStage(row._id, 'pull', { items: noted.pages, of: noted.total });
    return noted;
  }

  async function pullIndex(jobId: string, signal: AbortSignal): Promise<ProductImportRow> {
    const held = await heldImport(deps, jobId);
    const index = openIndex(held.row, held.job.credentials);
    const until = performance.now() + callMsMax;
    let { row } = held;
    if (row.parts.settings && row.settings === null)
      await productImports.noteSettings(
        row,
        await index.settings({ attempt: activityInfo().attempt, signal }),
      );
    if (!row.parts.records) await productImports.endPull(row);
    for (let pages = 0; row.parts.records && !row.isPulled; pages++) {
      if (pages === pagesPerCallMax || performance.now() > until) break;
      row = await pullPage(index, row, signal);
    }
    return { ...row, isPulled: row.isPulled || !row.parts.records };
  }

  /** Takes the uploaded file over, so that its end after a day does not end the import. */
  async function pullFile(row: ProductImportRow): Promise<ProductImportRow> {
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
    return (await productImports.notePage(row, { isPulled: true })) ?? { ...row, isPulled: true, pages: 1 };
  }

  return {
    async pullPages({ jobId }) {
      const { row } = await heldImport(deps, jobId);
      await notes.begin(jobId, 'pull', row.total);
      const pulled = await whileAlive(async (signal) => {
        try {
          return row.source.kind === 'file' ? await pullFile(row) : await pullIndex(jobId, signal);
        } catch (error) {
          throw asProviderFailure(error);
        }
      });
      if (pulled.isPulled) await notes.end(jobId, 'pull', { items: pulled.pages });
      return { pages: pulled.pages, more: !pulled.isPulled };
    },
  };
}

/** The end of an import of more records than one may have. */
export function tooLarge() {
  return importVerdict('INDEX_TOO_LARGE', `An import takes at most ${importedRecordsMax} records.`);
}

function uploadGone() {
  return importVerdict('VALIDATION_ERROR', 'The uploaded file is gone; upload it again.');
}
