import { type IndexJobRef, type IndexFilePage } from '../../../src/domain/documents/activities';
import { filesPerPage, type IndexCounts, scanTriesMax } from '../../../src/domain/documents/index-job';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ListedFile } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { attemptName } from './file-lease';
import { fileTries, runNotRunning, withFileCodes } from './job-failures';
import { type ListFilesDeps, listFiles } from './list-files';
import { stepName } from '../../attempt/step-name';
import { whileAlive } from '../../attempt/while-alive';

/** Files of one job; a longer listing is cut, with a warning. */
const filesMax = 100_000;

const otherOfThisName: NonNullable<ListedFile['failure']> = {
  error: 'name_conflict',
  message: 'The job has another file of this name.',
};

export type ScanSourceDeps = Pick<ActivityDeps, 'collections' | 'documents' | 'indexJobs' | 'jobFiles'> &
  ListFilesDeps;

/** Writes the list of a job's files, page by page; a retry continues after the last written page. */
export function scanSource(
  deps: ScanSourceDeps,
  { jobId }: IndexJobRef,
): Promise<{ files: number; first: IndexFilePage }> {
  return withFileCodes(async () => {
    const writer = attemptName();
    const job = await deps.indexJobs.enterScan(jobId, { writer, step: stepName() });
    if (job === null) throw runNotRunning((await deps.indexJobs.get(jobId))?.state ?? null);
    const tries = job.tries?.count ?? 1;
    return boundedTries(fileTries({ tries }, scanTriesMax), () =>
      whileAlive((signal) => scan(deps, job, writer, signal)),
    );
  });
}

/** The given identities that have documents in the collection, with the hashes of their files. */
async function existing(
  { collections, documents }: ScanSourceDeps,
  collectionId: string,
  files: readonly ListedFile[],
): Promise<Map<string, string | null>> {
  const collection = await collections.findById(collectionId);
  if (collection === null || files.length === 0) return new Map();
  const identities = files.map(({ identity }) => identity);
  const found = await documents.getManyByIdentity(collection, identities);
  return new Map([...found.values()].map(({ identity, contentSha256 }) => [identity, contentSha256]));
}

/** Decides which files of a page are skipped. */
async function withSkips(
  deps: ScanSourceDeps,
  job: IndexJobRow,
  first: number,
  taken: number,
  files: ListedFile[],
): Promise<ListedFile[]> {
  const { skipExisting, filesMax: takeMax } = job.options;
  const identities = files.map(({ identity }) => identity);
  const before = await deps.jobFiles.listedBefore(job._id, first, identities);
  /** With hashes where known: files identified by their names come in one page. */
  const seen = new Map<string, string | undefined>([...before].map((identity) => [identity, undefined]));
  const known = skipExisting
    ? await existing(deps, job.collectionId, files)
    : new Map<string, string | null>();
  let room = takeMax === null ? Infinity : takeMax - taken;
  return files.map((file): ListedFile => {
    // A file identified by its name is the same file only with the same bytes.
    const isSame = (bytes: string | null | undefined) => file.sha256 === undefined || file.sha256 === bytes;
    if (seen.has(file.identity))
      return isSame(seen.get(file.identity))
        ? { ...file, skipReason: 'duplicate_in_job' }
        : { ...file, failure: otherOfThisName };
    seen.set(file.identity, file.sha256);
    const bytes = known.get(file.identity);
    if (bytes !== undefined && isSame(bytes)) return { ...file, skipReason: 'already_indexed' };
    if (room <= 0) return { ...file, skipReason: 'max_files_reached' };
    room--;
    return file;
  });
}

async function scan(deps: ScanSourceDeps, job: IndexJobRow, writer: string, signal: AbortSignal) {
  let { scan, counts } = job;
  while (!scan.done) {
    signal.throwIfAborted();
    const page = await listFiles(deps, job, scan.after, signal);
    const room = filesMax - scan.files;
    const first = scan.files;
    const files = await withSkips(deps, job, first, counts.total - counts.skipped, page.files.slice(0, room));
    await deps.jobFiles.replaceFrom(job._id, first, files);
    const isFull = page.files.length > room || (page.files.length === room && page.next !== null);
    const isEmpty = first + files.length === 0 && page.next === null;
    const warnings = [
      ...(isFull ? [`Only the first ${filesMax} files were listed.`] : []),
      ...(isEmpty ? emptyWarnings(job.source) : []),
    ];
    scan = { after: page.next, files: first + files.length, done: page.next === null || isFull };
    counts = withPage(counts, files);
    if (!(await deps.indexJobs.saveScan(job._id, writer, scan, counts, warnings)))
      throw runNotRunning((await deps.indexJobs.get(job._id))?.state ?? null);
  }
  const files = await deps.jobFiles.unfinishedAfter(job._id, -1, filesPerPage);
  return { files: scan.files, first: { files, counts } };
}

/** Object stores have no folders, so that a misspelt folder looks like an empty one. */
function emptyWarnings(source: IndexJobRow['source']): string[] {
  if (source?.kind !== 'objects') return [];
  const { bucket, path } = source.objects;
  return [`${bucket} has no objects${path === '' ? '' : ` below ${path}`}.`];
}

function withPage(counts: IndexCounts, files: readonly ListedFile[]): IndexCounts {
  return {
    ...counts,
    total: counts.total + files.length,
    failed: counts.failed + files.filter(({ failure, skipReason }) => failure && skipReason === null).length,
    skipped: counts.skipped + files.filter(({ skipReason }) => skipReason !== null).length,
  };
}
