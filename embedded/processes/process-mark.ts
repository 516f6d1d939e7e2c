import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Mark of a process. It differs from that of every other process, also of a later one with the same pid. */
export interface ProcessMark {
  pid: number;
  /**
   * When it started, in the machine's own terms; undefined when the process was gone before it could be read.
   */
  startedAt: string | undefined;
}

/** The mark of the process `pid` as it is now. */
export function processMark(pid: number): ProcessMark {
  return { pid, startedAt: startOf(pid) };
}

/** Whether the very process that was marked still runs (a zombie does not). */
export function isRunning(mark: ProcessMark): boolean {
  return mark.startedAt !== undefined && startOf(mark.pid) === mark.startedAt;
}

function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may hold spaces; state is the first field after it, start
    // the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19] ?? ''}`;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ESRCH';
}

function startFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    // `ps` exits with 1 for a pid that is not there.
    return undefined;
  }
}
