import { type Activities } from '../../../src/domain/activities';
import { type IndexJobEnding, indexVerdict } from '../../../src/domain/documents/index-job';
import { filesUpTo, listed, recordedActivities } from '../recorded-activities';

/** Activities of a job with so many files, whose end counts what became of them. */
export function plannedJob(total: number, overrides: Partial<Activities> = {}) {
  const ended = new Map<number, 'indexed' | 'failed'>();
  const recorded = recordedActivities({
    nextFiles: filesUpTo(total),
    scanSource: listed(total),
    storeFile: ({ file }) => {
      ended.set(file, 'indexed');
      return Promise.resolve('ended');
    },
    failFile: ({ file }) => {
      ended.set(file, 'failed');
      return Promise.resolve();
    },
    finishIndexJob({ ending }) {
      const of = (what: string) => [...ended.values()].filter((each) => each === what).length;
      const counts = { total, indexed: of('indexed'), failed: of('failed'), skipped: 0 };
      return Promise.resolve({ ...indexVerdict(ending, counts), counts, message: null });
    },
    ...overrides,
  });
  const endings = () =>
    recorded.calls
      .filter(({ name }) => name === 'finishIndexJob')
      .map(({ input }) => (input as { ending: IndexJobEnding }).ending);
  return { ...recorded, ended, endings };
}
