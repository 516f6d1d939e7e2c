import { type FileProgress } from '../../../src/parsing';
import { type ActivityDeps } from '../../deps';
import { type HeldFile } from './held-file';

/** Milliseconds between two notes, and before the first: files that are read sooner have none. */
const noteIntervalMs = 2_000;

/** Notes of how far the reading of one file has come. */
export interface PageNotes {
  /** Takes the progress; some of it is written, one write at a time. */
  take: (progress: FileProgress) => void;
  /** Settles once nothing is being written. */
  settled: () => Promise<void>;
}

/** Notes the pages that are read in the row of a file, as long as this attempt may write it. */
export function createPageNotes(
  { jobFiles }: Pick<ActivityDeps, 'jobFiles'>,
  { row: { jobId, file }, writer }: HeldFile,
): PageNotes {
  let dueMs = Date.now() + noteIntervalMs;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;

  return {
    take({ pages, pagesTotal }) {
      if (pagesTotal === 0 || isWriting || Date.now() < dueMs) return;
      isWriting = true;
      const reading = { pagesRead: Math.min(pages, pagesTotal), pagesTotal };
      // The file continues without this note; what ends its step tells of a store that is away.
      writing = jobFiles
        .noteReading(jobId, file, writer, reading)
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
