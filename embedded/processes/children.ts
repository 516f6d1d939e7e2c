import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedFailure } from '../failure';
import type { MachineUser } from './machine-user';
import { signalGroup } from './process-group';
import { processMark } from './process-mark';
import { type ProcessRecord, writeRecords } from './process-records';
import { forgetGroup, watchGroup } from './watchdog';

/** A program to run as a child. */
export interface ChildProgram {
  /** Name of the child and of its log, such as `mongod`. */
  name: string;
  command: string;
  args: readonly string[];
  /** Added to this process's environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** User of the machine that runs it; by default that of this process. */
  user?: MachineUser | undefined;
  /** How long it may take to end in order before it is killed; 10 s by default. */
  stopTimeoutMs?: number;
  /** Called with what happened when it ends without having been stopped; by default the children have failed. */
  onEnd?: (description: string) => void;
}

/** A child that was started. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Settles when the child ended, for whatever reason, with a description of how; never rejects. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** SIGTERM, then SIGKILL after the program's `stopTimeoutMs`; what it had started itself is killed too. */
  stop(): Promise<void>;
}

/** The children of one data folder. */
export interface Children {
  /**
   * Starts a child in a process group of its own, its output in `<name>.log` (the last run's:
   * `<name>.old.log`).
   */
  start(program: ChildProgram): Promise<Child>;
  /** Settles with what happened when a child ends that was not stopped and that has no `onEnd`. */
  readonly firstFailure: Promise<string>;
  /** Stops all of them, the youngest first. */
  stopAll(): Promise<void>;
}

/** Places in a data folder where its children leave their traces. */
export interface ChildrenOptions {
  /** Folder of their logs; created. */
  logFolder: string;
  /** File that says which are running, read by the next start. */
  recordFile: string;
}

const defaultStopTimeoutMs = 10_000;
const logTailBytes = 4_096;
const logTailLines = 5;

/**
 * Starts children that end with this process, however it ends: in order, by the watchdog, or by the next
 * start.
 */
export function createChildren(options: ChildrenOptions): Children {
  mkdirSync(options.logFolder, { recursive: true });
  const running = new Map<Child, ProcessRecord>();

  let isStopping = false;
  let fail: (description: string) => void;
  const firstFailure = new Promise<string>((resolve) => (fail = resolve));

  const save = (): void => {
    writeRecords(options.recordFile, [...running.values()]);
  };

  return {
    async start(program) {
      if (isStopping) throw new EmbeddedFailure(`${program.name} is not started: the others are stopping.`);
      const child = await startChild(program, path.join(options.logFolder, `${program.name}.log`));
      running.set(child, { name: child.name, ...processMark(child.pid) });
      save();
      void child.ended.then((description) => {
        forgetGroup(child.pid);
        running.delete(child);
        // A folder that was removed has no next start that would read it.
        if (existsSync(path.dirname(options.recordFile))) save();
        if (!isStopping) (program.onEnd ?? fail)(description);
      });
      return child;
    },
    firstFailure,
    async stopAll() {
      isStopping = true;
      for (const child of [...running.keys()].reverse()) await child.stop();
    },
  };
}

async function startChild(program: ChildProgram, logFile: string): Promise<Child> {
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/log$/, 'old.log'));
  const log = openSync(logFile, 'a', 0o600);
  const spawned = spawn(program.command, program.args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...program.env },
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    ...program.user,
  });
  closeSync(log);
  const { pid } = spawned;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => spawned.once('error', resolve));
    throw new EmbeddedFailure(`${program.name} could not be started: ${error.message}.`);
  }
  watchGroup(pid);
  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    spawned.once('exit', (code, signal) => {
      isOver = true;
      // Processes that the child started do not outlive it.
      signalGroup(pid, 'SIGKILL');
      const how = signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`;
      resolve(`${program.name} ${how}${lastLines(logFile)}`);
    });
  });
  return {
    name: program.name,
    pid,
    logFile,
    ended,
    hasEnded: () => isOver,
    async stop() {
      if (isOver) return;
      signalGroup(pid, 'SIGTERM');
      const timer = setTimeout(
        () => signalGroup(pid, 'SIGKILL'),
        program.stopTimeoutMs ?? defaultStopTimeoutMs,
      );
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The end of a child's log as the end of a sentence; nothing when it said nothing. */
function lastLines(logFile: string): string {
  if (!existsSync(logFile)) return '';
  const { size } = statSync(logFile);
  const tail = Buffer.alloc(Math.min(size, logTailBytes));
  const log = openSync(logFile, 'r');
  readSync(log, tail, 0, tail.length, size - tail.length);
  closeSync(log);
  const lines = tail.toString().trimEnd().split('\n').slice(-logTailLines).join('\n');
  return lines === '' ? '' : `; its log ${logFile} ends with:\n${lines}`;
}
