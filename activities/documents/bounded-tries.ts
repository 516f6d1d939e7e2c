import { ApplicationFailure } from '@temporalio/activity';

interface TriesBound {
  tries: number;
  triesMax: number;
  toFailure: (error: unknown) => unknown;
}

/**
 * Does a try of work whose attempts Temporal does not bound, because some of them only wait for a slot. The
 * last try fails for good.
 *
 * @param bound.tries number of this try, from 1; includes tries that killed their worker
 * @param bound.toFailure converts an error into a failure
 * @throws the result of `toFailure`; ApplicationFailure `internal_error` beyond the last try
 */
export async function boundedTries<T>(
  { tries, triesMax, toFailure }: TriesBound,
  work: () => Promise<T>,
): Promise<T> {
  if (tries > triesMax)
    throw ApplicationFailure.nonRetryable('The last try has ended without a word.', 'internal_error');
  try {
    return await work();
  } catch (error) {
    const failure = toFailure(error);
    throw tries === triesMax ? withoutRetry(failure) : failure;
  }
}

/** Makes a failure final, except a cancellation. */
function withoutRetry(failure: unknown): unknown {
  if (!(failure instanceof ApplicationFailure)) return failure;
  const { type, message, category, cause, details } = failure;
  return ApplicationFailure.create({
    message,
    nonRetryable: true,
    ...(type == null ? {} : { type }),
    ...(category == null ? {} : { category }),
    ...(cause === undefined ? {} : { cause }),
    ...(details == null ? {} : { details }),
  });
}
