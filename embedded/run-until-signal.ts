import { EmbeddedFailure } from './failure';

const parentCheckEveryMs = 500;

/** Why a command was asked to end before it was done. */
class Interrupted extends Error {}

/**
 * Runs a command of the terminal and answers its exit code. Ctrl-C, SIGTERM, a closed terminal and the end of
 * the `npm` that started us abort the controller; the command then stops what it started and returns or
 * throws. A failure that is written for people is shown as its sentence, any other with its stack.
 *
 * @param interruptedCode exit code when it was asked to end: 0 for a command whose purpose is to run until
 *   then
 */
export async function runUntilSignal(
  command: (controller: AbortController) => Promise<number>,
  interruptedCode: number,
): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => {
    controller.abort(new Interrupted());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const parentCheck = watchNpm(interrupt);
  try {
    return await command(controller);
  } catch (error) {
    if (controller.signal.reason instanceof Interrupted) return interruptedCode;
    console.error(error instanceof EmbeddedFailure ? `\n${error.message}` : error);
    return 1;
  } finally {
    clearInterval(parentCheck);
  }
}

/** npm's shell does not pass every signal on; when it is gone, no process waits for this one any more. */
function watchNpm(onGone: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, parentCheckEveryMs).unref();
}

/** Resolves once the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}
