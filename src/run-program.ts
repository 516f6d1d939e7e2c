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
