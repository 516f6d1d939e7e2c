import { boundsByTag, type CollectionBounds } from '../../../domain/documents/masking';
import { newMaskingReport } from '../index-jobs/index-job-masking-reports';
import { type IndexJobStore } from '../index-jobs/index-jobs';
import { type SyncRow } from './sync-row';

/** A job of a sync, by its id and its type. */
export type SyncJob = NonNullable<SyncRow['announced']>;

/**
 * The row of a job of a sync, before it has its files and the access to them.
 *
 * @param createReportKey makes the sealed key of the masking report of a job
 * @param bounds bounds of masking of the collection
 */
export function syncJobRow(
  sync: SyncRow,
  { jobId, type }: SyncJob,
  createReportKey: (jobId: string) => string,
  bounds: CollectionBounds | undefined,
): Parameters<IndexJobStore['insertPending']>[0] {
  const { _id: syncId, organizationId, environment, collectionId, collectionName } = sync;
  return {
    _id: jobId,
    type,
    syncId,
    organizationId,
    environment,
    collectionId,
    collectionName,
    source: null,
    credentials: null,
    options: {
      customMetadata: sync.customMetadata,
      skipExisting: false,
      overwriteExisting: true,
      filesMax: null,
      processingType: sync.processingType,
      ocrLanguage: 'auto',
      transcriptionLanguage: null,
      parsingScript: null,
      tagsSummary: false,
      includeHiddenSheets: sync.includeHiddenSheets,
      masking: sync.masking,
      metadataMapping: sync.metadataMapping,
    },
    ...(sync.masking !== null && {
      maskingReport: newMaskingReport(createReportKey(jobId)),
      maskingBounds: boundsByTag(bounds, sync.masking.asked),
    }),
    warnings: [],
    createdAt: new Date(),
  };
}
