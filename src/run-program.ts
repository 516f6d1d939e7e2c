import { type Logger } from 'pino';
import { Refusal } from './refusal';

/**
 * Begins a program. What it was given and cannot use is said in words, without where in the code that was
 * found, and ends it with exit code 1.
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

/** Logs why a program ends: a refusal as its sentence, anything else with where in the code it came from. */
export function logFailure(log: Logger, program: string, error: unknown): void {
  if (error instanceof Refusal) log.fatal(`${program} failed: ${error.message}`);
  else log.fatal({ err: error }, `${program} failed`);
}
