import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve as resolvePath } from 'node:path';
import { SourceError } from '../source/source-error';
import { type LegacyAnswer, type LegacyFailure, type LegacyRequest } from './messages';

const MIB = 1024 * 1024;

/** Time and memory limits of the child process, past which it is killed. */
export interface LegacyLimits {
  deadlineMs: number;
  /** Memory of the process in bytes; the operating system enforces it as address space. */
  memoryBytesMax: number;
}

export const defaultLegacyLimits: LegacyLimits = { deadlineMs: 60_000, memoryBytesMax: 3 * 1024 * MIB };

/** A child process with one open workbook. */
export interface LegacyChild {
  /**
   * Sends a request and returns its answer.
   *
   * @throws SourceError `corrupt` where the workbook cannot be read, `too_slow` past the deadline,
   *   `too_large` where the process ran out of memory
   */
  ask<T extends LegacyAnswer>(request: LegacyRequest): Promise<T>;
  kill(): void;
}

/** Share of the memory for the JavaScript heap; the rest is for the file, buffers and stacks. */
const heapShare = 0.6;
/** Address space that Node reserves for the child's two threads without using it. */
const reservedBytes = 1024 * MIB;
/** Seconds of CPU time past the deadline after which the system ends a child whose parent has died. */
const orphanGraceS = 5;
/**
 * Shell that sets the limits and then becomes the program; where a system lacks such limits, the deadline
 * still holds.
 */
const limitedShell = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"';

/** Starts a child for the file at `path`; it lives until `kill`, its deadline, or the end of this process. */
export function startLegacyChild(path: string, limits: LegacyLimits): LegacyChild {
  const child = spawnLimited(path, limits);
  let ended: Error | null = null;
  let pending: { resolve: (answer: LegacyAnswer) => void; reject: (error: Error) => void } | null = null;

  function end(error: Error): void {
    ended ??= error;
    pending?.reject(ended);
    pending = null;
  }

  const deadline = setTimeout(() => {
    end(tooSlow());
    child.kill('SIGKILL');
  }, limits.deadlineMs);
  child.on('message', (json: string) => {
    const answer = JSON.parse(json) as LegacyAnswer | LegacyFailure;
    if ('failure' in answer) end(unreadable(answer.failure));
    else pending?.resolve(answer);
    pending = null;
  });
  child.on('exit', (_code, signal) => {
    clearTimeout(deadline);
    end(signal === 'SIGXCPU' ? tooSlow() : tooLarge());
  });
  child.on('error', end);

  return {
    ask: <T extends LegacyAnswer>(request: LegacyRequest) =>
      new Promise<T>((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        pending = { resolve: resolve as (answer: LegacyAnswer) => void, reject };
        // Sending to a child that has exited fails; its exit event gives the reason.
        child.send(request, () => undefined);
      }),
    kill() {
      clearTimeout(deadline);
      end(new Error('the workbook was closed'));
      child.kill('SIGKILL');
    },
  };
}

/**
 * Options for running from source. The compiler behind tsx reserves more address space than any sensible
 * limit, so that only the heap limit and the deadline hold there.
 */
const sourceOptions = () => ['--require', require.resolve('tsx/cjs')];

function spawnLimited(path: string, { deadlineMs, memoryBytesMax }: LegacyLimits): ChildProcess {
  const compiled = !__filename.endsWith('.ts');
  const program = [
    process.execPath,
    `--max-old-space-size=${Math.floor((memoryBytesMax * heapShare) / MIB)}`,
    ...(compiled ? [] : sourceOptions()),
    join(__dirname, compiled ? 'child.js' : 'child.ts'),
    resolvePath(path),
  ];
  const addressKib = compiled ? Math.floor((memoryBytesMax + reservedBytes) / 1024) : 'unlimited';
  const cpuSeconds = Math.ceil(deadlineMs / 1000) + orphanGraceS;
  return spawn('/bin/sh', ['-c', limitedShell, 'sh', `${addressKib}`, `${cpuSeconds}`, ...program], {
    cwd: __dirname,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

function unreadable(cause: string): SourceError {
  return new SourceError('corrupt', 'The file is damaged, or in a form that cannot be read.', { cause });
}

function tooSlow(): SourceError {
  return new SourceError('too_slow', 'Reading the workbook took too long.');
}

function tooLarge(): SourceError {
  return new SourceError('too_large', 'Reading the workbook took more memory than is safe.');
}
