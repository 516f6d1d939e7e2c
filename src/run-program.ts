import { type Logger } from 'pino';
import { Refusal } from './refusal';

/**
 * Runs a program. A Refusal is logged as one sentence without a stack, and ends the program with exit code 1.
 */
export function runProgram(begin: () => void): void {
  try {
    begin();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Logs why a program ends: a refusal as its sentence, any other error with its stack. */
export function logFailure(log: Logger, program: string, error: unknown): void {
  if (error instanceof Refusal) log.fatal(`${program} failed: ${error.message}`);
  else log.fatal({ err: error }, `${program} failed`);
}
