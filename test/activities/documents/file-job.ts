import { Readable } from 'node:stream';
import { type MaskingBounds, type MaskingOptions } from '../../../src/domain/documents/masking';
import { indexBlobs } from '../../../src/domain/documents/index-job';
import { createReportKey } from '../../../src/masking-report';
import { newMaskingReport } from '../../../src/stores/documents/index-jobs/index-job-masking-reports';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ActivityStack } from '../activity-stack';

/** An indexing job by the numbers of its files. */
export interface FileJob {
  jobId: string;
  collection: CollectionRow;
  numbers: number[];
}

export interface FileJobOptions {
  tagsSummary?: boolean;
  masking?: MaskingOptions;
  maskingBounds?: MaskingBounds;
  /** Default `production`. */
  environment?: Environment;
}

/** A running job whose files lie in the blob store. */
export async function startFileJob(
  { organizationId, stores, deps }: ActivityStack,
  files: readonly (readonly [string, Buffer])[],
  { tagsSummary = false, masking, maskingBounds = {}, environment = 'production' }: FileJobOptions = {},
): Promise<FileJob> {
  const name = `c-${newId('col_').slice(-12).toLowerCase()}`;
  const facts = { description: null, metadata: null };
  const { collection } = await stores.collections.ensure({ organizationId, environment }, name, facts);
  const jobId = newId('job_');
  await stores.indexJobs.insertPending({
    _id: jobId,
    organizationId,
    environment,
    type: 'index_file',
    collectionId: collection._id,
    collectionName: name,
    credentials: null,
    warnings: [],
    source: { kind: 'uploads', uploads: [], own: true },
    options: {
      customMetadata: null,
      skipExisting: true,
      overwriteExisting: false,
      filesMax: null,
      processingType: 'basic',
      ocrLanguage: 'auto',
      transcriptionLanguage: null,
      parsingScript: null,
      includeHiddenSheets: true,
      masking: masking ?? null,
      tagsSummary,
    },
    ...(masking && { maskingReport: newMaskingReport(createReportKey(deps.sealer, jobId)), maskingBounds }),
    createdAt: new Date(),
  });
  await stores.indexJobs.claim(jobId);
  const listed = files.map(async ([filename, content], n) => {
    const key = `${indexBlobs(jobId).file(n, 'given')}input`;
    const stored = await deps.blobs.put(key, Readable.from([content]), { contentType: 'text/plain' });
    return {
      uri: null,
      filename,
      identity: `name:${filename}`,
      origin: null,
      skipReason: null,
      input: { key, ...stored, contentType: null },
    };
  });
  await stores.jobFiles.replaceFrom(jobId, 0, await Promise.all(listed));
  return { jobId, collection, numbers: files.map((_, n) => n) };
}
