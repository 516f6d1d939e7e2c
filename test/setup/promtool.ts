import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { obtainPromtool } from '../../embedded/tools/promtool';

const run = promisify(execFile);

/**
 * Path of the real `promtool`, obtained once for a machine.
 *
 * @returns what runs it in a folder and answers what it has written
 * @throws Error with the output of `promtool` when it finds something wrong
 */
export async function openPromtool(cwd: string): Promise<(...args: string[]) => Promise<string>> {
  const { signal } = new AbortController();
  const binary = await obtainPromtool({ cache: cacheFolder(), report: () => undefined, signal });
  return async (...args) => {
    try {
      return (await run(binary, args, { cwd })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
}
