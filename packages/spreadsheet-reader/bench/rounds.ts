import { loadavg } from 'node:os';
import type { TableFacts } from '../../../bench/generate/table-plan';
import type { Measurement } from './found';
import type { BenchReader, FileFormat, ReaderName } from './readers';

/** Files that are read in one measured run: one generated file, or all real files of a format. */
export interface BenchSubject {
  name: string;
  format: FileFormat;
  files: readonly string[];
  bytes: number;
  /** Content of the files; null where they were not counted. */
  facts: TableFacts | null;
}

/** A reader's runs on one subject. */
export interface ReaderResult {
  reader: ReaderName;
  seconds: number[];
  /** Processor time of the same runs. */
  cpuSeconds: number[];
  peakBytes: number;
  failed: number;
  cells: number;
  /** Share of the cells that are really there; null where they were not counted. */
  complete: number | null;
}

export interface SubjectResult {
  subject: string;
  format: FileFormat;
  bytes: number;
  cells: number | null;
  /** Load averages when the first round began. */
  load: number[];
  readers: ReaderResult[];
}

const slowBytes = 20_000_000;

/** Rounds for a subject: many of a short read, few of one that takes a minute. `quick` is one of each. */
export function roundsFor(reader: BenchReader, bytes: number, quick: boolean): number {
  if (quick) return 1;
  if (reader.slow) return bytes > slowBytes ? 1 : 3;
  return bytes > slowBytes ? 5 : bytes > 2_000_000 ? 9 : 21;
}

/**
 * Reads the subject with every reader that knows its format, round by round, so that a slow moment of the
 * machine hits all of them; every second round goes through the readers backwards.
 */
export async function measureSubject(
  subject: BenchSubject,
  readers: readonly BenchReader[],
  quick: boolean,
): Promise<SubjectResult> {
  const fitting = readers.filter((reader) => reader.formats.includes(subject.format));
  const runs = new Map<ReaderName, Measurement[]>(fitting.map((reader) => [reader.name, []]));
  const load = loadavg();
  const rounds = Math.max(...fitting.map((reader) => roundsFor(reader, subject.bytes, quick)));
  for (let round = 0; round < rounds; round++) {
    for (const reader of round % 2 === 0 ? fitting : fitting.toReversed()) {
      if (round >= roundsFor(reader, subject.bytes, quick)) continue;
      runs.get(reader.name)!.push(await reader.run(subject.files, subject.format));
    }
  }
  return {
    subject: subject.name,
    format: subject.format,
    bytes: subject.bytes,
    cells: subject.facts?.cells ?? null,
    load,
    readers: fitting.map((reader) => summarize(reader.name, runs.get(reader.name)!, subject.facts)),
  };
}

function summarize(reader: ReaderName, runs: readonly Measurement[], facts: TableFacts | null): ReaderResult {
  const { failed, cells } = runs[0]!;
  return {
    reader,
    seconds: runs.map((run) => run.seconds),
    cpuSeconds: runs.map((run) => run.cpuSeconds),
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    failed,
    cells,
    complete: facts === null ? null : cells / facts.cells,
  };
}
