import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work continues before other work of the process gets its turn. */
const turnMs = 5;

/** Pauses of work that may hold the event loop for long. */
export interface LoopPauses {
  /** Whether the work has taken as long as it may. */
  isDue(): boolean;
  /** Lets other work continue. */
  take(): Promise<void>;
}

/** Creates the pauses of work that begins now. */
export function createLoopPauses(): LoopPauses {
  let begunMs = performance.now();
  return {
    isDue: () => performance.now() - begunMs >= turnMs,
    async take() {
      await nextTurn();
      begunMs = performance.now();
    },
  };
}
