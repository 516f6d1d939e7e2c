import { type FileProgress } from '../../../src/parsing';
import { type ActivityDeps } from '../../deps';
import { type FileLease } from './file-lease';

/** Milliseconds between two notes, and before the first: files that are read sooner have none. */
const noteIntervalMs = 2_000;

/** Notes on the progress of reading one file. */
export interface PageNotes {
  /** Takes the progress; writes some of it, one write at a time. */
  take: (progress: FileProgress) => void;
  /** Settles when no write is running. */
  settled: () => Promise<void>;
}

/** Records the number of read pages in the row of a file, while this attempt holds the file. */
export function createPageNotes(
  { jobFiles }: Pick<ActivityDeps, 'jobFiles'>,
  { row: { jobId, file }, writer }: FileLease,
): PageNotes {
  let dueMs = Date.now() + noteIntervalMs;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;

  return {
    take({ pages, pagesTotal }) {
      if (pagesTotal === 0 || isWriting || Date.now() < dueMs) return;
      isWriting = true;
      const reading = { pagesRead: Math.min(pages, pagesTotal), pagesTotal };
      // A missing note does no harm; the end of the step reports an unavailable store.
      writing = jobFiles
        .saveReading(jobId, file, writer, reading)
        .catch(() => undefined)
        .finally(() => {
          isWriting = false;
          dueMs = Date.now() + noteIntervalMs;
        });
    },
    async settled() {
      await writing;
    },
  };
}
