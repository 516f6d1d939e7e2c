import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { type IndexFilePage } from '../../src/domain/documents/activities';
import {
  filesPerPage,
  filesTogetherMax,
  groupsAtOnceMax,
  type IndexCounts,
  indexFilesAtOnceMax,
} from '../../src/domain/documents/index-job';
import { storeActivities } from '../activity-proxies';
import { indexAlone, indexTogether } from './file-steps';

const { nextFiles } = storeActivities('which files are next');

/**
 * A run hands over to a fresh one at this length, and then still ends the files at work: Temporal's bound is
 * far off.
 */
const historyEventsMax = 6_000;

/** The files that a run works through. */
export interface FilesPlan {
  /** Number of the last file that was taken up before; -1 at the beginning. */
  after: number;
  first?: IndexFilePage | undefined;
  /** Bytes have to be copied from elsewhere first. */
  fetches: boolean;
  /** Files are masked before they are stored. */
  masks: boolean;
  onCounts: (counts: IndexCounts) => void;
}

/** State of a run over the files of a job. */
interface FilesRun extends FilesPlan {
  jobId: string;
  groups: Set<Promise<void>>;
  /** Files at work by themselves. */
  singles: Set<Promise<void>>;
  /** Files that groups have left, until there is room for them. */
  waiting: number[];
  /** Holds all that is at work. */
  scope: CancellationScope;
  /** First failure that concerns the whole job. */
  failure: Error | null;
}

/**
 * Works through the files of a job: {@link filesTogetherMax} together, as long as they are small, and the
 * rest of them one by one, {@link indexFilesAtOnceMax} at a time. Nothing is at work any more when it
 * settles.
 *
 * @returns the last file taken up, for a run with a fresh history to continue after; null when there are no
 *   more
 * @throws the failure that stopped a file for a reason that is not the file's: cancellation, or an activity
 *   failure of type `embedder_away`, `search_engine_away` or `job_not_running`
 */
export function indexFiles(jobId: string, plan: FilesPlan): Promise<number | null> {
  const run: FilesRun = {
    ...plan,
    jobId,
    groups: new Set(),
    singles: new Set(),
    waiting: [],
    scope: new CancellationScope(),
    failure: null,
  };
  return run.scope.run(async () => {
    const more = await takePages(run);
    await CancellationScope.nonCancellable(() => settle(run));
    if (run.failure !== null) throw run.failure;
    return more ? run.after : null;
  });
}

/** Takes up files page by page. @returns whether there may be more, for another run */
async function takePages(run: FilesRun): Promise<boolean> {
  let more = true;
  try {
    while (more && !isOver(run)) more = await takePage(run);
  } catch (error) {
    stop(run, error);
  }
  return more;
}

/** Takes up the next page of files. @returns false when the page was not full: there are no more files */
async function takePage(run: FilesRun): Promise<boolean> {
  const { jobId, after } = run;
  const { files, counts } = run.first ?? (await nextFiles({ jobId, after, limit: filesPerPage }));
  run.first = undefined;
  run.onCounts(counts);
  for (let from = 0; from < files.length && !isOver(run); from += filesTogetherMax)
    await takeGroup(run, files.slice(from, from + filesTogetherMax));
  return files.length === filesPerPage || isOver(run);
}

/** Takes up files that may be small together, once there is room for them and none waits. */
async function takeGroup(run: FilesRun, files: number[]): Promise<void> {
  const { groups, singles, waiting } = run;
  while (groups.size >= groupsAtOnceMax || waiting.length > 0) await Promise.race([...groups, ...singles]);
  if (isOver(run)) return;
  begin(run, groups, indexGroup(run, files));
  run.after = files.at(-1)!;
}

async function indexGroup(run: FilesRun, files: number[]): Promise<void> {
  run.waiting.push(...(await indexTogether({ jobId: run.jobId, files })));
}

/** Keeps as many files at work by themselves as there is room for. */
function takeWaiting(run: FilesRun): void {
  const { jobId, singles, waiting } = run;
  while (run.failure === null && singles.size < indexFilesAtOnceMax && waiting.length > 0)
    begin(run, singles, indexAlone({ jobId, file: waiting.shift()! }, run));
}

/** Notes work as begun in one of the run's sets; its end makes room for files that wait. */
function begin(run: FilesRun, works: Set<Promise<void>>, work: Promise<void>): void {
  const noted: Promise<void> = work
    .catch((error: unknown) => {
      stop(run, error);
    })
    .finally(() => {
      works.delete(noted);
      takeWaiting(run);
    });
  works.add(noted);
}

/** Cancels all that is at work; the first failure is the reason. */
function stop(run: FilesRun, error: unknown): void {
  run.failure ??= error as Error;
  run.scope.cancel();
}

/** Waits until nothing is at work. */
async function settle({ groups, singles }: FilesRun): Promise<void> {
  while (groups.size + singles.size > 0) await Promise.all([...groups, ...singles]);
}

/** Whether the run takes up no more files. */
function isOver({ failure }: FilesRun): boolean {
  return failure !== null || workflowInfo().historyLength > historyEventsMax;
}
