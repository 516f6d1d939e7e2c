/**
 * How long the parts of queries may continue in one turn of the event loop before the next one has to wait
 * for the next turn.
 */
const turnMs = 4;

/** Shares the event loop between queries that continue at the same time, and with all else. */
export interface LoopTurns {
  /** Waits where the queries of this turn have taken their time, and behind those that wait already. */
  take(): Promise<void>;
}

/**
 * Answers of the stores that come together would be worked on in one go: with many queries at once that holds
 * the event loop for as long as all of them need.
 */
export function createLoopTurns(nowMs: () => number = () => performance.now()): LoopTurns {
  const waiting: (() => void)[] = [];
  /** When the first part of this turn began; null while there was none. */
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
