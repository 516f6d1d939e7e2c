import { type Logger } from 'pino';
import { JobsUnavailable } from '../../../jobs/runs';

/**
 * Waits for a call to a run whose row is written already. The sweep makes up for the call while Temporal
 * cannot be reached.
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
