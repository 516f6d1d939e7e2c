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

/** Failure type of activities: no rollback of the job was requested. */
export const rollbackNotRunning = 'rollback_not_running';
/** Bounds on the files that are rolled back at once, and on the files of one step. */
export const filesRolledBackAtOnceMax = 8;
export const filesPerRollbackStepMax = 200;
/** Time after which a step begins no further file. */
export const rollbackStepMs = 30_000;
