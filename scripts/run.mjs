import { createRequire } from 'node:module';
import path from 'node:path';
import { ScriptFailure, bootstrap, root } from './bootstrap.mjs';

/**
 * Makes the clone ready, then runs a command of the compiled program and ends with the code that it answers.
 *
 * @param {string} file compiled module below `dist/embedded`
 * @param {(module: object) => Promise<number>} command calls it
 */
export async function run(file, command) {
  try {
    await bootstrap();
    const require = createRequire(import.meta.url);
    process.exitCode = await command(require(path.join(root, 'dist', 'embedded', file)));
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
