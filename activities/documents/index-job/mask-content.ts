import { createHmac } from 'node:crypto';
import { type MaskingOptions, type MaskingWarning } from '../../../src/domain/documents/masking';
import { type MaskableDocument, type MaskedFile, maskFile } from '../../../src/masking';
import { type ParsedDocument } from '../../../src/parsing';
import { chainWarnings, EnginesFailed, engineUseOf } from '../../../src/privacy';
import { type ObjectTold } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { type FileLease } from './file-lease';
import { fileFailure } from './job-failures';
import { type OpenFileReportDeps, openFileReport } from './masking-report';
import { type MaskingNotes } from './masking-notes';

/** Content of a file that was parsed for a job with masking. */
interface ReadContent {
  /** The file's name for users. */
  filename: string;
  told: ObjectTold;
  documents: readonly MaskableDocument[];
  /** Sentences about content that could not be read. */
  warnings: readonly string[];
}

/** Quoted names in warnings, which come from the file. */
const quoted = /"(?:[^"\\]|\\.)*"/g;
/** Characters of names that stand for spaces. */
const nameSpaces = /[_\-.+]/g;

export type MaskContentDeps = Pick<ActivityDeps, 'assetUrls' | 'embedder' | 'indexJobs'> & OpenFileReportDeps;

/**
 * Masks the content of a file, writes its report, and warns when a name of the caller reveals a masked value.
 *
 * @returns the masked documents, whose content is in `folder`, a local one for this file
 * @throws ApplicationFailure `masking_failed` when no engine could search the file
 */
export async function maskContent(
  deps: MaskContentDeps,
  held: FileLease,
  { filename, told, documents, warnings }: ReadContent,
  { folder, notes }: { folder: string; notes: MaskingNotes },
  signal: AbortSignal,
): Promise<ParsedDocument[]> {
  const options = maskingOf(held);
  const report = openFileReport(deps, held, folder);
  const chain = notes.engines({ ...options, bounds: held.job.maskingBounds ?? {} });
  const masked = await maskFile(
    {
      documents,
      folder,
      idOf: idOf(deps, held),
      find: (texts, stop) => chain.find(texts, stop),
      findNear: options.near ? (texts, found, stop) => chain.findNear(texts, found, stop) : null,
      notes,
      countTokens: (text) => deps.embedder.countTokens(text),
      report: (text) => report.add(text),
    },
    signal,
  ).catch(async (error: unknown) => {
    if (!(error instanceof EnginesFailed)) throw error;
    await held.enter('masking');
    throw fileFailure('masking_failed', error.message);
  });
  const names = nameWarnings(held, { filename, told }, masked);
  await deps.indexJobs.saveWarnings(held.job._id, [
    ...warnings.map((warning) => `${filename}: ${masked.mask(warning.replace(quoted, '"…"'))}`),
    ...names.map(({ message }) => `${filename}: ${message}`),
  ]);
  const { counts, nearCounts, coverage, imageRedaction } = masked;
  const record = chain.record();
  await report.note({
    ...engineUseOf(options, record),
    coverage,
    imageRedaction,
    counts,
    nearCounts,
    warnings: [...chainWarnings(record), ...names],
  });
  return masked.documents;
}

/** Replaces ids of messages consistently within an organization, so that threads are still found. */
function idOf({ assetUrls }: MaskContentDeps, { job }: FileLease) {
  return (id: string) =>
    createHmac('sha256', assetUrls.signingKey)
      .update(`masked id/${job.organizationId}/${id}`)
      .digest('hex')
      .slice(0, 32);
}

/** @throws Error for a job without masking */
function maskingOf({ job }: FileLease): MaskingOptions {
  if (job.options.masking == null) throw new Error('the job does not mask');
  return job.options.masking;
}

/** Warnings about names that the caller chose, which are not masked. */
function nameWarnings(
  { job }: FileLease,
  { filename, told }: Pick<ReadContent, 'filename' | 'told'>,
  { mask }: Pick<MaskedFile, 'mask'>,
): MaskingWarning[] {
  const holds = (text: string) => mask(text) !== text;
  const custom = Object.values({ ...job.options.customMetadata, ...told.custom }).flatMap((value) =>
    typeof value === 'string' || Array.isArray(value) ? value : [],
  );
  const sent: [string, boolean][] = [
    ['Its name', holds(filename) || holds(filename.replace(nameSpaces, ' '))],
    ['The custom metadata', custom.some(holds)],
  ];
  return sent.flatMap(([what, isTold]) =>
    isTold
      ? [
          {
            code: 'name_holds_masked_value',
            message: `${what} holds a value that is masked inside the file; it stays as it was sent.`,
          },
        ]
      : [],
  );
}
