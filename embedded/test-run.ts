import { EmbeddedFailure } from './failure';
import { runJest } from './run-jest';
import { runUntilSignal } from './run-until-signal';
import { type Tally, addTallies, describeTally } from './tally';
import { type TestServers } from './test-server-variables';
import { startTestServers } from './test-servers';
import { findTestServers } from './test-servers-file';

const interruptedCode = 130;
const oneFailure: Tally = { passed: 0, failed: 1, skipped: 0 };

/** Checks of the sources, which need no server. */
export type Checks = (signal: AbortSignal) => Promise<{ passed: number; failed: number }>;

/**
 * Runs Jest against the servers, those that `npm run servers` keeps up, else ones of its own, and the checks
 * beside it with the processor time that the tests leave. The last line says how many tests and checks
 * passed, failed and were skipped. Answers the exit code.
 */
export function runTests(jestArguments: readonly string[], checks: Checks | undefined): Promise<number> {
  return runUntilSignal(async (controller) => {
    const { signal } = controller;
    const checked = checks?.(signal);
    const tested = await withServers(signal, (servers, whileUp) =>
      runJest(jestArguments, servers, whileUp),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      console.error(error instanceof EmbeddedFailure ? error.message : error);
      return oneFailure;
    });
    const tally = addTallies(tested, { skipped: 0, passed: 0, failed: 0, ...(await checked) });
    console.log(describeTally(tally));
    return tally.failed === 0 ? 0 : 1;
  }, interruptedCode);
}

/** `work` gets a signal that also aborts, with what happened, when one of its own servers ends by itself. */
async function withServers(
  signal: AbortSignal,
  work: (servers: TestServers, whileUp: AbortSignal) => Promise<Tally>,
): Promise<Tally> {
  const running = findTestServers();
  if (running !== undefined) return work(running, signal);
  // A server that fails to start, or ends, must not end the checks.
  const own = new AbortController();
  const giveUp = (): void => {
    own.abort(signal.reason);
  };
  signal.addEventListener('abort', giveUp);
  const servers = await startTestServers(console.log, own);
  void servers.failed.then((description) => {
    own.abort(new EmbeddedFailure(description));
  });
  try {
    return await work(servers.addresses, own.signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
    await servers.stop();
  }
}
