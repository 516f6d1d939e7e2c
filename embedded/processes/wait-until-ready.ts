import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedFailure } from '../failure';
import type { Child } from './children';

const pollEveryMs = 50;

/** Options of {@link waitUntilReady}. */
export interface ReadinessOptions {
  child: Child;
  /** Resolves once the server does its work; rejecting means not yet. */
  probe: () => Promise<void>;
  timeoutMs: number;
  /** Ends the waiting with its reason. */
  signal: AbortSignal;
}

/**
 * Waits until the child's probe succeeds.
 *
 * @throws EmbeddedFailure with the end of its log when the child ends first, or with the last refusal after
 *   `timeoutMs`.
 */
export async function waitUntilReady({ child, probe, timeoutMs, signal }: ReadinessOptions): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (child.hasEnded()) throw new EmbeddedFailure(await child.ended);
    try {
      await probe();
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EmbeddedFailure(
          `${child.name} was not ready after ${timeoutMs / 1000} s (${reason}); its log is ${child.logFile}.`,
        );
      }
      await delay(pollEveryMs, undefined, { signal });
    }
  }
}
