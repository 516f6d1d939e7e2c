import { type NoteFinalJob } from '../../domain/platform/final-job';

/** Row of a job, once it has ended. */
interface EndedRow {
  state: string;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** Keeps the row that a call has ended until the transaction that it is part of is through. */
export interface NotedEnd<Row extends EndedRow> {
  /** Forgets what an attempt of the transaction that was given up has ended. */
  forget: () => void;
  /** Is given the row by the one update that ends it. */
  onEnded: (row: Row) => void;
  /** Tells of the job if the call has ended it. */
  tell: () => void;
}

/** Nothing has ended yet. */
export function createNotedEnd<Row extends EndedRow>(
  type: 'parse' | 'indexing' | 'evaluation',
  noteFinalJob: NoteFinalJob,
): NotedEnd<Row> {
  let ended: Row | null = null;
  return {
    forget: () => {
      ended = null;
    },
    onEnded: (row) => {
      ended = row;
    },
    tell: () => {
      if (ended === null) return;
      const { state, createdAt, startedAt, completedAt } = ended;
      noteFinalJob({ type, state, createdAt, startedAt, endedAt: completedAt ?? createdAt, stages: [] });
    },
  };
}
