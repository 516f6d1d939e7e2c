import { CommandError } from './command-errors';

/**
 * Waits for a server that a program needs to start.
 *
 * @param variable variable of the server in the configuration; its value, which may contain a password, is
 * not repeated
 * @throws CommandError with the variable and the first cause, as one line
 */
export async function neededServer<T>(variable: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const reason = firstCause(error).replaceAll(/\s+/g, ' ');
    throw new CommandError(`${variable}: the server cannot be used: ${reason}`, { cause: error });
  }
}

function firstCause(error: unknown): string {
  if (error instanceof AggregateError) return firstCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? firstCause(error.cause) : error.message;
}
