import { type Logger } from 'pino';
import { JobsUnavailable } from '../../../jobs/runs';

/**
 * Awaits a call to a run whose row is already written. While Temporal is not reachable, the sweep repeats the
 * call.
 *
 * @returns false when the call is left to the sweep
 */
export async function orLeaveToSweep(
  call: Promise<unknown>,
  log: Logger,
  facts: Record<string, string> = {},
): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (err) {
    if (!(err instanceof JobsUnavailable)) throw err;
    log.warn({ err, ...facts }, 'a run was not told; the sweep will do it');
    return false;
  }
}
