import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type IndexFileRef, type FileStep } from '../../../src/domain/documents/activities';
import { indexBlobs } from '../../../src/domain/documents/index-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import { type FileInput } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { withRedactedErrors } from './redacted-failure';
import { type FileLease, leaseFile, type Holding } from './file-lease';
import { fileTries, withFileCodes, fileFailure } from './job-failures';
import { createPageNotes } from './page-notes';
import { parseOptionsOf } from './parse-options';
import { storeParsed } from './parsed-blob';
import { readFile, type ReadFileDeps } from './read-file';
import { whileAlive } from '../../attempt/while-alive';
import { withScratch } from '../../attempt/with-scratch';
import { leastIndexCredits } from '../../../src/domain/documents/billing';
import { sourceSentences } from '../source-failures';
import { endBeside } from './file-ends';
import { type FileParts } from './file-parts';

export type ParseFileDeps = Pick<
  ActivityDeps,
  'blobs' | 'indexJobs' | 'jobFiles' | 'parsingScripts' | 'scratchFolder'
> &
  EndUnreadDeps &
  Holding &
  ReadFileDeps;

/**
 * Parses a file into documents and chunks, in a thread of its own, and stores the results in the blob store.
 */
export function parseFile(deps: ParseFileDeps, ref: IndexFileRef): Promise<FileStep> {
  return withFileCodes(async () => {
    const held = await leaseFile(deps, ref, 'extracting');
    if (held === null) return 'ended';
    const { input, parsed } = held.row;
    if (parsed !== null) return 'go_on';
    if (input === null) throw new Error('the file was not fetched');
    if (await endUnread(deps, held, input.sha256)) return 'ended';
    await withRedactedErrors(held, () =>
      boundedTries(fileTries(held, parseTriesMax), () =>
        withScratch(deps.scratchFolder, 'file-', (scratch) =>
          whileAlive((signal) => parse(deps, held, input, scratch, signal)),
        ),
      ),
    );
    return 'go_on';
  });
}

async function parse(
  deps: ParseFileDeps,
  held: FileLease,
  input: FileInput,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { job, row, writer, written } = held;
  const options = await parseOptionsOf(deps, job);
  const workDirectory = join(scratch, 'work');
  await mkdir(workDirectory);
  const local = await deps.blobs.localFile(input.key, scratch, signal);
  try {
    const { filename } = row;
    const request = { path: local.path, filename, contentType: input.contentType, workDirectory, options };
    const notes = createPageNotes(deps, held);
    const hooks = { signal, onProgress: notes.take };
    const transcriptKey = `${indexBlobs(job._id).file(row.file, 'transcript')}segments.json`;
    const reading = readFile(deps, request, transcriptKey, hooks);
    await Promise.allSettled([reading]);
    await notes.settled();
    const parsed = await reading;
    const isMasked = job.options.masking != null;
    if (!isMasked) await held.enter('chunking');
    const prefix = indexBlobs(job._id).file(row.file, randomUUID());
    const key = await storeParsed(deps.blobs, prefix, parsed);
    if (!isMasked)
      await deps.indexJobs.saveWarnings(
        job._id,
        parsed.warnings.map((warning) => `${filename}: ${warning}`),
      );
    const { modality } = parsed.documents[0]!;
    await written(deps.jobFiles.saveParsed(job._id, row.file, writer, { parsed: key, modality }));
  } finally {
    await local.release();
  }
}

type EndUnreadDeps = Pick<ActivityDeps, 'credits'> & Pick<FileParts, 'existing'>;

/**
 * Ends a file that need not be read, since reading takes long: one that the collection has already, and one
 * of an organization that cannot pay for a page. A file that an earlier attempt has stored continues.
 *
 * @returns whether the file has ended
 * @throws ApplicationFailure `insufficient_credits`, or `not_found` when the collection is deleted
 */
async function endUnread(
  deps: EndUnreadDeps,
  { job, row, end }: FileLease,
  sha256: string,
): Promise<boolean> {
  if (row.documents.length > 0) return false;
  const { document } = await deps.existing.find(job.collectionId, row.identity);
  if (document !== null && document.jobId !== job._id) {
    const ending = endBeside(document, { identity: row.identity, sha256 }, job.options);
    if (ending !== null) {
      await end(ending);
      return true;
    }
  }
  const least = leastIndexCredits(job.options.processingType);
  if (!(await deps.credits.coversMore(job.organizationId, job._id, least)))
    throw fileFailure('insufficient_credits', sourceSentences.notPaidFor);
  return false;
}
