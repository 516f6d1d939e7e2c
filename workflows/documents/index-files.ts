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
 * Length of the history at which a run takes up no more files and continues as a new run once those at work
 * have ended. It is far below Temporal's limit.
 */
const historyEventsMax = 6_000;

/** The files that a run processes, and how. */
export interface FilesPlan {
  /** Number of the last file that earlier runs have taken up; -1 at the beginning. */
  after: number;
  first?: IndexFilePage | undefined;
  /** Whether bytes have to be copied first. */
  fetches: boolean;
  /** Whether files are masked before they are stored. */
  masks: boolean;
  onCounts: (counts: IndexCounts) => void;
}

/** State of a run over the files of a job. */
interface FilesRun extends FilesPlan {
  jobId: string;
  groups: Set<Promise<void>>;
  /** Files that are processed singly now. */
  singles: Set<Promise<void>>;
  /** Files that groups have left and that wait for a free place. */
  waiting: number[];
  /** Scope of all work of the run. */
  scope: CancellationScope;
  /** First failure that ends the whole job. */
  failure: Error | null;
}

/**
 * Processes the files of a job: small ones in groups of {@link filesTogetherMax}, the rest singly, {@link
 * indexFilesAtOnceMax} at a time. When it settles, no file is at work.
 *
 * @returns the last file taken up, after which a new run continues; null when no file is left
 * @throws the failure that ends the whole job: cancellation, or an activity failure of type `embedder_away`,
 * `search_engine_away` or `job_not_running`
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

/** Takes up files page by page. @returns whether files may be left, for another run */
async function takePages(run: FilesRun): Promise<boolean> {
  let more = true;
  try {
    while (more && !isOver(run)) more = await takePage(run);
  } catch (error) {
    stop(run, error);
  }
  return more;
}

/**
 * Takes up the next page of files. @returns false when the page was not full, which means that no file is
 * left
 */
async function takePage(run: FilesRun): Promise<boolean> {
  const { jobId, after } = run;
  const { files, counts } = run.first ?? (await nextFiles({ jobId, after, limit: filesPerPage }));
  run.first = undefined;
  run.onCounts(counts);
  for (let from = 0; from < files.length && !isOver(run); from += filesTogetherMax)
    await takeGroup(run, files.slice(from, from + filesTogetherMax));
  return files.length === filesPerPage || isOver(run);
}

/** Starts a group of files when a group may start and no single file waits. */
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

/** Starts waiting files while there are free places. */
function takeWaiting(run: FilesRun): void {
  const { jobId, singles, waiting } = run;
  while (run.failure === null && singles.size < indexFilesAtOnceMax && waiting.length > 0)
    begin(run, singles, indexAlone({ jobId, file: waiting.shift()! }, run));
}

/** Adds started work to one of the run's sets and removes it at its end, which starts waiting files. */
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

/** Cancels all work; the first failure is kept as the reason. */
function stop(run: FilesRun, error: unknown): void {
  run.failure ??= error as Error;
  run.scope.cancel();
}

async function settle({ groups, singles }: FilesRun): Promise<void> {
  while (groups.size + singles.size > 0) await Promise.all([...groups, ...singles]);
}

/** Whether the run takes up no more files, because one has ended the job. */
function isOver({ failure }: FilesRun): boolean {
  return failure !== null || workflowInfo().historyLength > historyEventsMax;
}
