import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlobStore } from '../../../src/blobs';
import {
  type FileMasking,
  type MaskedText,
  maskingReportBlobs,
  type MaskingReportPart,
} from '../../../src/domain/documents/masking';
import { createReportKey, createReportWriter, openReportKey } from '../../../src/masking-report';
import { type Sealer } from '../../../src/signing/sealed-text';
import { type Stores } from '../../../src/stores';
import { newMaskingReport } from '../../../src/stores/documents/index-jobs/index-job-masking-reports';
import { newId } from '../../../src/stores/mongo/new-id';

/** Stores that a masked job is written to, as its run would. */
interface Deps {
  stores: Stores;
  blobs: BlobStore;
  sealer: Sealer;
}

/** A running job with masking, and the ids of the documents of its files. */
export interface MaskedJob {
  jobId: string;
  documentIds: string[];
}

/** What a job of a test is like. */
interface MaskedJobOptions {
  files?: number;
  /** The first files, which are indexed; null for all. */
  indexed?: number | null;
  texts?: readonly MaskedText[];
}

const options = {
  customMetadata: null,
  skipExisting: true,
  overwriteExisting: false,
  filesMax: null,
  processingType: 'basic' as const,
  ocrLanguage: 'auto' as const,
  transcriptionLanguage: null,
  parsingScript: null,
  includeHiddenSheets: true,
  tagsSummary: false,
};
const masking = {
  fields: [],
  instructions: null,
  engine: 'classifier' as const,
  asked: [],
  near: true,
  fallback: { engines: [], retryBudgetSeconds: 60 },
};

/** Record of a file in which an e-mail address was masked. */
export const fileMasking: FileMasking = {
  requestedEngine: 'classifier',
  usedEngines: ['classifier'],
  fallbackUsed: false,
  fallbackReason: null,
  model: 'pii-linear-1',
  coverage: { text: 1, tables: 1, images: 0.5 },
  imageRedaction: 'none_found',
  counts: { EMAIL: 2 },
  nearCounts: { PERSON: 1 },
  warnings: [{ code: 'instruction_not_applied', message: 'Not understood.' }],
};

/** Texts of the report of such a file. */
export const maskedTexts: MaskedText[] = [
  {
    document: 0,
    chunk: null,
    page: null,
    field: 'title',
    spans: [{ start: 3, end: 10, tag: 'EMAIL', value: 'ann@example.com' }],
    near: [],
  },
  {
    document: 0,
    chunk: 0,
    page: null,
    field: 'text',
    spans: [{ start: 0, end: 7, tag: 'EMAIL', value: 'ann@example.com' }],
    near: [{ start: 12, end: 17, tag: 'PERSON', score: 0.31 }],
  },
  {
    document: 0,
    chunk: 1,
    page: null,
    field: 'text',
    spans: [],
    near: [{ start: 3, end: 8, tag: 'PERSON', score: 0.4 }],
  },
];

/** Writes a running job whose first `indexed` files are masked and indexed, and whose others are at work. */
export async function startMaskedJob(
  { stores, blobs, sealer }: Deps,
  tenant: { organizationId: string; environment: 'production' | 'staging' | 'development' },
  { files = 1, indexed = null, texts = maskedTexts }: MaskedJobOptions = {},
): Promise<MaskedJob> {
  const jobId = newId('job_');
  const key = createReportKey(sealer, jobId);
  await stores.indexJobs.insertPending({
    ...tenant,
    _id: jobId,
    type: 'index_file',
    collectionId: newId('col_'),
    collectionName: 'manuals',
    credentials: null,
    warnings: [],
    source: { kind: 'uploads', uploads: [], own: true },
    options: { ...options, masking },
    maskingReport: newMaskingReport(key),
    createdAt: new Date(),
  });
  await stores.indexJobs.claim(jobId);
  const listed = Array.from({ length: files }, (_, n) => ({
    uri: null,
    filename: `file-${n}.txt`,
    identity: `name:file-${n}.txt`,
    origin: null,
    skipReason: null,
  }));
  await stores.jobFiles.replaceFrom(jobId, 0, listed);
  const documentIds: string[] = [];
  for (let file = 0; file < (indexed ?? files); file++) {
    const writer = `writer-${file}`;
    await stores.jobFiles.enter(jobId, file, 'masking', { writer, step: 'step' });
    const folder = maskingReportBlobs(jobId).file(file, 'token');
    const parts = await writeReport(blobs, { values: openReportKey(sealer, key, jobId), folder, texts });
    await stores.jobFiles.saveMasking(jobId, file, writer, { ...fileMasking, folder, parts });
    const documentId = newId('doc_');
    documentIds.push(documentId);
    await stores.jobFiles.end(jobId, file, writer, {
      state: 'completed',
      documents: [{ documentId, versionId: newId('ver_') }],
      pages: 1,
      billed: { pages: 1, basicPages: 0 },
      chunks: 1,
    });
  }
  return { jobId, documentIds };
}

async function writeReport(
  blobs: BlobStore,
  { texts, ...place }: { values: Sealer; folder: string; texts: readonly MaskedText[] },
): Promise<MaskingReportPart[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'sheaf-masked-'));
  try {
    const writer = createReportWriter(blobs, { ...place, scratch });
    for (const text of texts) await writer.add(text);
    return await writer.store();
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Ends a job of `startMaskedJob` as its run would. */
export async function endMaskedJob({ stores }: Pick<Deps, 'stores'>, jobId: string): Promise<void> {
  const { counts } = await stores.jobFiles.count(jobId);
  await stores.indexJobs.end(jobId, {
    state: 'completed',
    error: null,
    message: null,
    counts,
    billing: null,
    masked: await stores.jobFiles.sumMasked(jobId),
  });
}
