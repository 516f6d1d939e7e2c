import { setTimeout as pause } from 'node:timers/promises';
import { type createLog } from '../log';
import { neededServer } from '../needed-server';
import { findMismatch } from './find-mismatch';
import { GRPC_STATUS } from './grpc-status';
import { grpcCodeOf, isBusy, whileBusy } from './while-busy';
import { type TemporalClientOptions } from './temporal-client';

/** Time for a busy Temporal before a program starts without it. */
const patienceMs = 15_000;
const retryMs = 1_000;

/** Setup of Temporal that has to succeed before jobs can start. */
interface TemporalSetUp {
  check(): Promise<void>;
  ensureSearchAttributes(): Promise<void>;
  ensureSchedules(): Promise<void>;
}

/** Temporal as the program uses it. */
export interface OpenTemporal {
  /** Throws while Temporal is unavailable, or is not set up. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sets Temporal up. If it is unavailable, the program starts without it, its calls throw JobsUnavailable, and
 * the setup follows later.
 *
 * @throws Refusal when Temporal refuses the program for a reason that a retry would not change
 */
export async function openTemporal(
  jobs: TemporalSetUp,
  access: Pick<TemporalClientOptions, 'address' | 'tls'>,
  log: ReturnType<typeof createLog>,
): Promise<OpenTemporal> {
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  const state = { isSetUp: false };

  async function setUp(): Promise<void> {
    await jobs.ensureSearchAttributes();
    await jobs.ensureSchedules();
    state.isSetUp = true;
  }

  /** Returns only if Temporal is unavailable. @throws Refusal */
  async function requireAway(error: unknown): Promise<void> {
    const code = grpcCodeOf(error);
    if (isBusy(error)) return;
    const mismatch = code === GRPC_STATUS.unavailable ? await findMismatch(access) : null;
    if (code === GRPC_STATUS.unavailable && mismatch === null) return;
    const variable = code === GRPC_STATUS.notFound ? 'TEMPORAL_NAMESPACE' : 'TEMPORAL_ADDRESS';
    await neededServer(variable, Promise.reject(mismatch === null ? (error as Error) : new Error(mismatch)));
  }

  async function setUpLater(): Promise<void> {
    let said: string | null = null;
    while (!state.isSetUp && !isClosed()) {
      try {
        await pause(retryMs, undefined, { signal: closing.signal });
        await jobs.check();
        await setUp();
      } catch (error) {
        const refusal = await requireAway(error).catch((thrown: unknown) => (thrown as Error).message);
        // The program already serves other requests, and an operator may fix the cause.
        if (!isClosed() && refusal !== undefined && refusal !== said) log.error(refusal);
        said = refusal ?? null;
      }
    }
    if (state.isSetUp) log.info('Temporal is there: jobs are started');
  }

  try {
    await whileBusy(() => jobs.check(), patienceMs);
    await setUp();
  } catch (error) {
    await requireAway(error);
    log.warn({ err: error }, 'Temporal is away: no job is started until it is there');
    void setUpLater();
  }
  return {
    async check() {
      if (!state.isSetUp) throw new Error('Temporal is not set up yet.');
      await jobs.check();
    },
    close() {
      closing.abort();
      return Promise.resolve();
    },
  };
}
