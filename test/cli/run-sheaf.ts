import { spawn } from 'node:child_process';
import path from 'node:path';

const program = path.join(__dirname, '../../packages/cli/dist/main.js');
const terminal = path.join(__dirname, 'terminal.py');

/** What a run of the command line has left. */
export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the built command line as a process, without a terminal.
 *
 * @param options.env the whole environment besides `PATH`
 * @param options.interruptWhen sends Ctrl-C as soon as this settles
 * @param options.isUnread standard output is never read
 * @param options.onOutput called with all of standard output each time that there is more
 * @param options.onError the same of standard error
 */
export async function runSheaf(
  args: readonly string[],
  options: {
    env: Record<string, string>;
    input?: string;
    isUnread?: true;
    interruptWhen?: Promise<unknown>;
    onOutput?: (stdout: string) => void;
    onError?: (stderr: string) => void;
  },
): Promise<CommandRun> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...options.env },
  });
  const run: CommandRun = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
    options.onOutput?.(run.stdout);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text;
    options.onError?.(run.stderr);
  });
  if (options.isUnread) child.stdout.destroy();
  child.stdin.end(options.input ?? '');
  void options.interruptWhen?.then(() => child.kill('SIGINT'));
  run.code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return run;
}

/**
 * Runs the built command line in a pseudo-terminal of 80 columns; needs `python3`.
 *
 * @param options.isInterrupted Ctrl-C is typed at the first output, before more of it is read
 * @param options.typed the line that is typed at the first prompt
 * @returns what the terminal shows, both outputs in one
 */
export async function runTerminal(
  args: readonly string[],
  options: { env: Record<string, string>; isInterrupted?: true; typed?: string },
): Promise<{ code: number | null; output: string }> {
  const typing = options.typed === undefined ? 'read' : `type=${options.typed}`;
  const mode = options.isInterrupted ? 'interrupt' : typing;
  const child = spawn('python3', [terminal, mode, process.execPath, program, ...args], {
    env: { PATH: process.env.PATH, TERM: 'xterm', ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}
