import { existsSync, readFileSync } from 'node:fs';

const everyMs = 50;
const pageBytes = 4_096;

/** Resident size of a process now, in bytes; Linux only. */
export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
}

/** Sizes of a process over a time. */
export interface ResidentSizes {
  peakBytes: number;
  /** Sizes second by second, from the start. */
  secondsBytes: number[];
}

/** Watches a process until the returned function is called, which may be called again. */
export function watchResidentSize(pid: number): () => ResidentSizes {
  const sizes: ResidentSizes = { peakBytes: 0, secondsBytes: [] };
  let samples = 0;
  const sample = () => {
    // A process that has ended has no size.
    if (!existsSync(`/proc/${pid}`)) return;
    const bytes = residentBytes(pid);
    sizes.peakBytes = Math.max(sizes.peakBytes, bytes);
    if (samples++ % (1_000 / everyMs) === 0) sizes.secondsBytes.push(bytes);
  };
  sample();
  const timer = setInterval(sample, everyMs);
  return () => {
    clearInterval(timer);
    sample();
    return sizes;
  };
}
