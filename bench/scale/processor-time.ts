import { readFileSync } from 'node:fs';

/** Clock ticks a second in which Linux counts, on every machine that Node runs on. */
const ticksPerSecond = 100;
/** Fields of `/proc/<pid>/stat` behind the name, which may hold blanks: ticks in the program, in the kernel. */
const [userAt, systemAt] = [11, 12];

/** Processor seconds that a process has used so far, all of its threads together; Linux only. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[userAt]) + Number(fields[systemAt])) / ticksPerSecond;
}

/** Programs and the processes of each. */
export type Programs = Readonly<Record<string, readonly number[]>>;

/** Processor seconds of each program so far. */
export function secondsByProgram(programs: Programs): Record<string, number> {
  return Object.fromEntries(
    Object.entries(programs).map(([name, pids]) => [
      name,
      pids.reduce((sum, pid) => sum + processorSeconds(pid), 0),
    ]),
  );
}

/** What programs have used more than before. */
export function usedSince(
  programs: Programs,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(secondsByProgram(programs)).map(([name, seconds]) => [
      name,
      seconds - (before[name] ?? 0),
    ]),
  );
}
