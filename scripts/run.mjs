import { createRequire } from 'node:module';
import path from 'node:path';
import { ScriptFailure, root } from './bootstrap.mjs';

/** A compiled module below `dist`; only after `bootstrap`. */
export function compiled(file) {
  return createRequire(import.meta.url)(path.join(root, 'dist', file));
}

/**
 * Runs a command and ends with the code that it answers; a failure that is written for people is shown as it
 * is.
 */
export async function run(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
