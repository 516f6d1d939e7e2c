/** States of the rollback of an indexing job; the job's own state stays. */
export const ROLLBACK_STATES = ['rolling_back', 'rolled_back'] as const;
export type RollbackState = (typeof ROLLBACK_STATES)[number];

/** How far a rollback has come, in indexed files of its job. */
export interface RollbackProgress {
  state: RollbackState;
  filesDone: number;
  filesTotal: number;
}

/** Whether every document of the job has its outcome. */
export function isFinalRollbackState(state: RollbackState): boolean {
  return state === 'rolled_back';
}

/** Type of the failure that ends a run without a rollback to make. */
export const rollbackNotRunning = 'rollback_not_running';
/** Files whose documents are taken back at once, and files of one step. */
export const filesRolledBackAtOnceMax = 8;
export const filesPerRollbackStepMax = 200;
/** A step takes up no further files after this time. */
export const rollbackStepMs = 30_000;
