/** Does work when it is its turn; a turn that is not taken when the signal aborts is given up. */
export type TakeTurn = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Creates turns, of which so many are taken at once; the others wait in line. */
export function createTurns(count: number): TakeTurn {
  let free = count;
  const line: (() => void)[] = [];

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(enterNow), 1);
        reject(signal.reason as Error);
      };
      const enterNow = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      line.push(enterNow);
    });
  }

  function exit(): void {
    const next = line.shift();
    if (next === undefined) free++;
    else next();
  }

  return async (signal, work) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      exit();
    }
  };
}
