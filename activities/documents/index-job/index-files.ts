import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { type IndexFilesRef } from '../../../src/domain/documents/activities';
import { withJoinedSignal } from '../../../src/joined-signal';
import { groupTriesMax, JOB_FILE_ERRORS } from '../../../src/domain/documents/index-job';
import { jobNotRunning } from '../../../src/domain/documents/parse-job';
import { inBatches } from '../../../src/stores/mongo/in-batches';
import { type Embedder } from '../../../src/models';
import { type ActivityDeps } from '../../deps';
import { embedTexts, type EmbedTextsDeps } from './embed-texts';
import { redactedFailure } from './redacted-failure';
import { failedFileEnd, type FailedFileEndDeps } from './failed-end';
import { attemptName, type FileLease, leaseFiles, type Holding } from './file-lease';
import { asFileFailure } from './job-failures';
import { parseOptionsOf } from './parse-options';
import { type ReadSmallFileDeps, readSmallFile } from './read-small-file';
import { type Embed, type StoreDocumentsDeps, storeDocuments } from './store-documents';
import { undoFile, type UndoFileDeps } from './undo-file';
import { whileAlive } from '../../attempt/while-alive';
import { withScratch } from '../../attempt/with-scratch';

/**
 * Texts of different files in one call of the embedder: few, so that the first files are stored while the
 * next are embedded.
 */
const textsAtOnceMax = 25;
/**
 * Time limit for reading the files. A file that is not read by then continues singly: its server, or a file
 * ahead of it, is slow.
 */
const readPatienceMs = 30_000;

/** Whether an error concerns the activity or its job, not a file. */
const endsGroup = (error: unknown): boolean =>
  Context.current().cancellationSignal.aborted ||
  (error instanceof ApplicationFailure && error.type === jobNotRunning);

export type IndexFilesDeps = Pick<ActivityDeps, 'indexJobs' | 'parsingScripts' | 'scratchFolder'> &
  EmbedTextsDeps &
  FailedFileEndDeps &
  Holding &
  ReadSmallFileDeps &
  StoreDocumentsDeps &
  UndoFileDeps;

/**
 * Indexes small files together: each goes through all steps by itself, and concurrent writes and embeddings
 * share round trips. A permanent failure ends only its file; a file that may succeed later is left.
 */
export async function indexFiles(deps: IndexFilesDeps, ref: IndexFilesRef): Promise<{ left: number[] }> {
  const held = await leaseFiles(deps, ref, 'extracting');
  const tries = Math.max(0, ...held.map((file) => file.tries));
  const all = held.map(({ row }) => row.file);
  if (tries > groupTriesMax) return { left: all };
  try {
    return await withScratch(deps.scratchFolder, 'files-', async (scratch) => ({
      left: await whileAlive((signal) => indexAll(deps, held, scratch, signal)),
    }));
  } catch (error) {
    if (tries < groupTriesMax || endsGroup(error)) throw error;
    Context.current().log.warn('the files of a group are indexed one by one', { error });
    return { left: all };
  }
}

function embedTogether(deps: IndexFilesDeps, organizationId: string, signal: AbortSignal): Embed {
  const embed = inBatches<{ embedder: Embedder; text: string }, Float32Array>(
    textsAtOnceMax,
    async (_, wanted) => {
      const texts = wanted.map(({ text }) => text);
      try {
        return await embedTexts(deps, wanted[0]!.embedder, organizationId, texts, signal);
      } catch (cause) {
        // The refused text belongs to one file, which shows when the files are embedded singly.
        throw ApplicationFailure.create({
          message: 'texts of several files were not embedded',
          cause: cause as Error,
        });
      }
    },
  );
  return (embedder, texts) => Promise.all(texts.map((text) => embed(embedder.id, { embedder, text })));
}

/**
 * Ends a file that its error concerns. @returns false for any other error, after which the file has not ended
 */
async function endFailed(deps: IndexFilesDeps, { job, row }: FileLease, error: unknown): Promise<boolean> {
  const failure = asFileFailure(error);
  if (!(failure instanceof ApplicationFailure)) return false;
  if (failure.type === jobNotRunning) throw failure;
  const code = JOB_FILE_ERRORS.find((known) => known === failure.type);
  if (code === undefined || code === 'internal_error' || failure.nonRetryable !== true) return false;
  const end = await failedFileEnd(deps, job, { error: code, message: failure.message });
  const isOurs = await undoFile(deps, job, row.file, attemptName(), end);
  if (isOurs && end.state === 'failed') await deps.indexJobs.recordFileEnd(job._id, 'failed');
  return true;
}

async function indexAll(
  deps: IndexFilesDeps,
  held: readonly FileLease[],
  scratch: string,
  signal: AbortSignal,
): Promise<number[]> {
  const [first] = held;
  if (first === undefined) return [];
  const options = parseOptionsOf(deps, first.job);
  const embed = embedTogether(deps, first.job.organizationId, signal);

  /** Processes a file. @returns whether it has ended */
  async function index(file: FileLease, patience: AbortSignal): Promise<boolean> {
    try {
      const folder = join(scratch, String(file.row.file));
      const read = await readSmallFile(deps, file, await options, folder, patience);
      if (read === null) return false;
      await storeDocuments(deps, file, read, embed, signal);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      const told = file.job.options.masking == null ? error : redactedFailure(asFileFailure(error));
      if (await endFailed(deps, file, told)) return true;
      Context.current().log.warn('a file continues with steps of its own', {
        file: file.row._id,
        error: told,
      });
      return false;
    }
  }

  const outcomes = await withJoinedSignal({ signals: [signal], timeoutMs: readPatienceMs }, (patience) => {
    // Every file listens to both signals.
    setMaxListeners(0, signal, patience.signal);
    return Promise.allSettled(held.map((file) => index(file, patience.signal)));
  });
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return held.filter((_, at) => !(outcomes[at] as { value: boolean }).value).map(({ row }) => row.file);
}
