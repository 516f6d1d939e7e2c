import { type Logger } from 'pino';
import { CommandError } from './command-errors';

/**
 * Runs a program. A `CommandError` is written as one sentence without a stack, and ends the program with exit
 * code 1.
 */
export function runProgram(begin: () => void): void {
  try {
    begin();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Logs why a program ends: a `CommandError` as its sentence, any other error with its stack. */
export function logFailure(log: Logger, program: string, error: unknown): void {
  if (error instanceof CommandError) log.fatal(`${program} failed: ${error.message}`);
  else log.fatal({ err: error }, `${program} failed`);
}
