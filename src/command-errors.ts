/** A wrong command line. The program prints one sentence and exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that cannot be done. The program prints one sentence and exits with code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
