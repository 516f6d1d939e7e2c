import { addEventHandler } from 'jest-circus';

/** Error of a `beforeAll` of the suite; undefined while all have passed. */
let first: unknown;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs before each suite. A `beforeAll` that fails leaves nothing to close, so that `afterAll` fails too, and
 * Jest ends its report with that second error. Its stack is replaced by a line that names the first one.
 */
addEventHandler((event, { unhandledErrors }) => {
  if (event.name === 'run_start') first = undefined;
  if (event.name !== 'hook_failure') return;
  const { hook } = event;
  const error: unknown = event.error;
  if (hook.type === 'beforeAll') first ??= error;
  if (hook.type !== 'afterAll' || first === undefined) return;
  const second = new Error(`afterAll failed (${messageOf(error)}) after beforeAll had: ${messageOf(first)}`);
  second.stack = second.message;
  unhandledErrors.splice(-1, 1, [second, second]);
});
