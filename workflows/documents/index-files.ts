import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  patched,
  workflowInfo,
} from '@temporalio/workflow';
import { type IndexFilePage, type IndexFileRef, type IndexFilesRef } from '../../src/domain/activities';
import {
  embedderAway,
  filesPerPage,
  filesTogetherMax,
  groupsAtOnceMax,
  type IndexCounts,
  indexFilesAtOnceMax,
  JOB_FILE_ERRORS,
  type JobFileError,
  searchEngineAway,
} from '../../src/domain/documents/index-job';
import { jobNotRunning } from '../../src/domain/documents/parse-job';
import {
  embedActivities,
  fetchActivities,
  readActivities,
  storeActivities,
  togetherActivities,
} from '../activity-proxies';
import { typeOf } from '../failure-type';

const { nextFiles } = storeActivities('which files are next');
const { indexFiles: indexTogether } = togetherActivities('small files: from their bytes to what is visible');
const { fetchFile } = fetchActivities('extracting: copy the file into the blob store');
const { parseFile } = readActivities('extracting, chunking: read the file into chunks');
const { storeFile } = embedActivities('embedding: embed, store and publish the file');
const { failFile } = storeActivities('the file failed: leave nothing of it');

/** Files that went together in runs from before there were more. */
const fewerTogether = 25;
/** A run hands over to a fresh one at this length, and then still ends the files at work: Temporal's bound is far off. */
const historyEventsMax = 6_000;

/** Which files of a job a run works through, and how. */
export interface FilesPlan {
  /** Number of the last file that was taken up before; -1 at the beginning. */
  after: number;
  /** The first page of files where it is known. */
  first?: IndexFilePage | undefined;
  /** Bytes have to be copied from elsewhere first. */
  fetches: boolean;
  onCounts: (counts: IndexCounts) => void;
}

/**
 * Works through the files of a job: {@link filesTogetherMax} together, as long as they are small, and what is left of them one by
 * one, {@link indexFilesAtOnceMax} at a time. Nothing is at work any more when it settles.
 *
 * @returns the last file taken up, for a run with a fresh history to go on behind; null when there are no more
 * @throws what stopped a file for a reason that is not the file's: cancellation, or an activity failure of type
 *   `embedder_away`, `search_engine_away` or `job_not_running`
 */
export function indexFiles(
  jobId: string,
  { after, first, fetches, onCounts }: FilesPlan,
): Promise<number | null> {
  const groups = new Set<Promise<void>>();
  const singles = new Set<Promise<void>>();
  const waiting: number[] = [];
  const scope = new CancellationScope();
  let failure: Error | null = null;
  let last = after;
  let known = first;
  let together: number | undefined;
  const isOver = () => failure !== null || workflowInfo().historyLength > historyEventsMax;

  function stop(error: unknown): void {
    failure ??= error as Error;
    scope.cancel();
  }

  function begin(works: Set<Promise<void>>, work: Promise<void>): void {
    const noted: Promise<void> = work.catch(stop).finally(() => {
      works.delete(noted);
      takeWaiting();
    });
    works.add(noted);
  }

  /** Keeps as many files at work by themselves as may be. */
  function takeWaiting(): void {
    while (failure === null && singles.size < indexFilesAtOnceMax && waiting.length > 0)
      begin(singles, indexFile({ jobId, file: waiting.shift()! }, fetches));
  }

  async function indexGroup(files: number[]): Promise<void> {
    waiting.push(...(await leftOf({ jobId, files })));
  }

  /** Takes up a file once there is room for it. */
  async function takeAlone(file: number): Promise<void> {
    while (singles.size >= indexFilesAtOnceMax) await Promise.race(singles);
    if (isOver()) return;
    waiting.push(file);
    takeWaiting();
    last = file;
  }

  /** The same of several that may be small. */
  async function take(files: number[]): Promise<void> {
    while (groups.size >= groupsAtOnceMax || waiting.length > 0) await Promise.race([...groups, ...singles]);
    if (isOver()) return;
    begin(groups, indexGroup(files));
    last = files.at(-1)!;
  }

  /** False when a page was not full: there are no more files. */
  async function takePage(): Promise<boolean> {
    const { files, counts } = known ?? (await nextFiles({ jobId, after: last, limit: filesPerPage }));
    known = undefined;
    onCounts(counts);
    together ??= filesTogether();
    if (together === 1) for (const file of files) await takeAlone(file);
    else
      for (let from = 0; from < files.length && !isOver(); from += together)
        await take(files.slice(from, from + together));
    return files.length === filesPerPage || isOver();
  }

  return scope.run(async () => {
    let more = true;
    try {
      while (more && !isOver()) more = await takePage();
    } catch (error) {
      stop(error);
    }
    await CancellationScope.nonCancellable(async () => {
      while (groups.size + singles.size > 0) await Promise.all([...groups, ...singles]);
    });
    if (failure !== null) throw failure;
    return more ? last : null;
  });
}

/** How many files go together; runs go on as they began. */
function filesTogether(): number {
  if (patched('fifty-files-together')) return filesTogetherMax;
  return patched('small-files-together') ? fewerTogether : 1;
}

/** Failures that concern the whole job. */
const jobFailures: readonly (string | null)[] = [jobNotRunning, embedderAway, searchEngineAway];

/** Indexes small files together. @returns those that have to go on by themselves */
async function leftOf(files: IndexFilesRef): Promise<number[]> {
  try {
    return (await indexTogether(files)).left;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error) || typeOf(error) === jobNotRunning)
      throw error;
    return files.files;
  }
}

/** Indexes one file. Its own faults end it as failed; only what concerns the whole job is thrown. */
async function indexFile(ref: IndexFileRef, fetches: boolean): Promise<void> {
  try {
    if (fetches && (await fetchFile(ref)) === 'ended') return;
    if ((await parseFile(ref)) === 'ended') return;
    await storeFile(ref);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    if (jobFailures.includes(typeOf(error))) throw error;
    await failFile({ ...ref, ...failureOf(error) });
  }
}

/** The error of a file. What is not the file's or its source's fault is ours, and its text is for operators only. */
export function failureOf(error: ActivityFailure): { code: JobFileError; message: string } {
  const code = JOB_FILE_ERRORS.find((known) => known === typeOf(error)) ?? 'internal_error';
  if (code !== 'internal_error') return { code, message: error.cause!.message };
  return { code, message: 'The file could not be processed because of a fault on our side.' };
}
