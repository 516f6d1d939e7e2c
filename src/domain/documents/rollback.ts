/** States of the rollback of an indexing job; the job's own state does not change. */
export const ROLLBACK_STATES = ['rolling_back', 'rolled_back'] as const;
export type RollbackState = (typeof ROLLBACK_STATES)[number];

/** Progress of a rollback, in indexed files of its job. */
export interface RollbackProgress {
  state: RollbackState;
  filesDone: number;
  filesTotal: number;
}

export function isFinalRollbackState(state: RollbackState): boolean {
  return state === 'rolled_back';
}

/** Fate of the documents of an object that is gone. */
export type RemovalMode = 'remove' | 'archive';

/** What the rollback of a job has done to a document. */
export type RollbackOutcome =
  | { state: 'removed' | 'not_restored' }
  /** `documentIds`: restored documents, which may differ from the removed one. */
  | { state: 'restored'; documentIds: string[] }
  /** A later job has written it: it stays. */
  | { state: 'superseded'; byJobId: string | null }
  /** The job's version is no longer in the collection. */
  | { state: 'gone' };

/** Failure type of activities: no rollback of the job was requested. */
export const rollbackNotRunning = 'rollback_not_running';
/** Bounds on the files that are rolled back at once, and on the files of one step. */
export const filesRolledBackAtOnceMax = 8;
export const filesPerRollbackStepMax = 200;
/** Time after which a step begins no further file. */
export const rollbackStepMs = 30_000;
