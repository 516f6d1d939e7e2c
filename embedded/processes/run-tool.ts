import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { EmbeddedFailure } from '../failure';
import type { MachineUser } from './machine-user';
import { signalGroup } from './process-group';
import { forgetGroup, watchGroup } from './watchdog';

const keptErrorChars = 4000;

/** Settings for running a tool. */
export interface ToolContext {
  /** File that the output of tools is appended to. */
  logFile: string;
  /** Ends the tool with everything that it started. */
  signal: AbortSignal;
  /** User of the machine that runs it; by default that of this process. */
  user?: MachineUser | undefined;
}

/**
 * Runs a tool of the machine to its end, `env` added to the environment, and answers what it wrote to its
 * standard output.
 *
 * @throws EmbeddedFailure that names the tool, its last line and the log when it ends with another code than
 *   0; the signal's reason when that ended it
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { logFile, signal, user }: ToolContext,
  env: Record<string, string> = {},
): Promise<string> {
  signal.throwIfAborted();
  const log = createWriteStream(logFile, { flags: 'a' });
  log.write(`$ ${command} ${args.join(' ')}\n`);
  const tool = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  const { pid } = tool;
  const end = (): unknown => pid !== undefined && signalGroup(pid, 'SIGKILL');
  if (pid !== undefined) watchGroup(pid);
  signal.addEventListener('abort', end);
  let output = '';
  let errors = '';
  tool.stdout.on('data', (data: Buffer) => {
    log.write(data);
    output += data.toString();
  });
  tool.stderr.on('data', (data: Buffer) => {
    log.write(data);
    errors = (errors + data.toString()).slice(-keptErrorChars);
  });
  const ending = await new Promise<number | string>((resolve) => {
    tool.once('error', (error) => {
      resolve(error.message);
    });
    tool.once('close', (code, killedBy) => {
      resolve(code ?? killedBy ?? 'unknown');
    });
  });
  signal.removeEventListener('abort', end);
  if (pid !== undefined) forgetGroup(pid);
  log.end();
  signal.throwIfAborted();
  if (ending !== 0) throw new EmbeddedFailure(describeFailure(command, ending, errors || output, logFile));
  return output;
}

function describeFailure(command: string, ending: number | string, output: string, logFile: string): string {
  const last = output.trim().split('\n').at(-1)?.trim();
  return `${command} failed (${ending})${last ? `: ${last}` : ''}. All that it said is in ${logFile}.`;
}
