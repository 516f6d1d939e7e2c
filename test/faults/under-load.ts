/** Requests that are sent beside the steps of a test. */
export interface UnderLoad {
  /** Settles with the step, or throws what a request of the load has met. */
  meanwhile: <T>(step: Promise<T>) => Promise<T>;
  /** Settles when every lane has ended. @throws what a request of the load has met */
  ended: Promise<unknown>;
}

/** @param lanes each ends once the test says so */
export function underLoad(lanes: readonly Promise<void>[]): UnderLoad {
  const ended = Promise.all(lanes);
  const endedEarly = () => Promise.reject(new Error('the load has ended'));
  return { meanwhile: (step) => Promise.race([step, ended.then(endedEarly)]), ended };
}
