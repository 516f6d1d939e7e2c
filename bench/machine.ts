import { cpus, loadavg, totalmem } from 'node:os';

/** Machine and load under which figures were measured; they mean little without it. */
export interface MachineFacts {
  at: string;
  node: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Load averages of 1, 5 and 15 minutes: well below the number of cores on a quiet machine. */
  load: number[];
}

export function machineFacts(): MachineFacts {
  const processors = cpus();
  return {
    at: new Date().toISOString(),
    node: process.version,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    load: loadavg().map((value) => Math.round(value * 100) / 100),
  };
}

export const machineLine = (facts: MachineFacts): string =>
  `${facts.at}, ${facts.cores} × ${facts.cpu}, Node ${facts.node}, load ${facts.load.join(' ')}`;
