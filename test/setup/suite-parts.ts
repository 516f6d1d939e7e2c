/** What a suite has spent on its parts so far, in milliseconds. */
export interface SuiteParts {
  /** Wall time of opening databases and making their indexes. */
  databaseMs: number;
  /** Wall time of starting API and worker programs until they are ready. */
  programsMs: number;
  /** Processor time of programs that the suite has ended. */
  programsProcessorMs: number;
}

// All suites of a process have the same global object.
const holder = globalThis as { sheafSuiteParts?: SuiteParts | undefined };

/** Parts of the suite that runs in this process right now. */
export function suiteParts(): SuiteParts {
  return (holder.sheafSuiteParts ??= { databaseMs: 0, programsMs: 0, programsProcessorMs: 0 });
}

/** Begins a suite: parts of the one before it in this process are forgotten. */
export function resetSuiteParts(): void {
  holder.sheafSuiteParts = undefined;
}

/** Adds the wall time of some work to a part, also when it fails. */
export async function inPart<T>(part: keyof SuiteParts, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    suiteParts()[part] += performance.now() - startedAt;
  }
}
