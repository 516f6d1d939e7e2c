import { median } from '../statistics';
import { type JobSample } from './watch-job';

/** A tenth of the files of a job. */
export interface Tenth {
  documentsPerSecond: number;
  /** Medians of the samples. */
  workerBytes: number;
  apiBytes: number;
}

/** Figures of a job for each tenth of its files; NaN where it was too quick to be sampled. */
export function tenthsOf(samples: readonly JobSample[], files: number): Tenth[] {
  return Array.from({ length: 10 }, (_, tenth) => {
    const within = samples.filter(
      ({ processed }) => processed >= (tenth * files) / 10 && processed <= ((tenth + 1) * files) / 10,
    );
    const first = within[0];
    // Samples behind the last file see the job being ended.
    const last = within.find(({ processed }) => processed === within.at(-1)!.processed);
    return {
      documentsPerSecond:
        first === undefined || last === undefined
          ? NaN
          : (last.processed - first.processed) / (last.seconds - first.seconds),
      workerBytes: median(within.map(({ workerBytes }) => workerBytes)),
      apiBytes: median(within.map(({ apiBytes }) => apiBytes)),
    };
  });
}
