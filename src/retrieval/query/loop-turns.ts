/** Milliseconds of queries in one turn of the event loop, after which further ones wait for the next turn. */
const turnMs = 4;

/** Shares the event loop between concurrent queries and all other work. */
export interface LoopTurns {
  /** Waits for the next turn when the time of this one is used up, in order of arrival. */
  take(): Promise<void>;
}

/**
 * Creates the turns. Without them answers of the stores that arrive together are processed in one go, and
 * many concurrent queries block the event loop.
 */
export function createLoopTurns(nowMs: () => number = () => performance.now()): LoopTurns {
  const waiting: (() => void)[] = [];
  /** Start of the first part in this turn; null before. */
  let beganMs: number | null = null;

  function begin(): void {
    beganMs = nowMs();
    setImmediate(end);
  }

  function end(): void {
    beganMs = null;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  }

  return {
    take() {
      if (beganMs === null) begin();
      else if (waiting.length > 0 || nowMs() - beganMs >= turnMs)
        return new Promise((resolve) => waiting.push(resolve));
      return Promise.resolve();
    },
  };
}
