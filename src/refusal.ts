/** The command line is wrong: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot be done: one sentence, exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
