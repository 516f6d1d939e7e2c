import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;

/**
 * Runs a program to its end and answers its standard output.
 *
 * @param env added to the environment
 * @throws Error with what the program said when it ends with another code than 0
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { stdout } = await execute(command, args, {
    maxBuffer: outputBytesMax,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  return stdout;
}
