import { join } from 'node:path';
import { type Worker } from 'node:worker_threads';
import { ensureInput, INPUT_NAMES, type InputName } from '../../../bench/generate/inputs';
import { projectRoot } from '../../../embedded/project-root';
import { type ReaderBenchOptions } from './arguments';
import { preparePeers } from './prepare-peers';
import { type FileFormat, peerReaders, type WarmUpFiles } from './readers';
import { realFiles } from './real-files';
import { resultTable } from './result-table';
import { type BenchSubject, measureSubject, type SubjectResult } from './rounds';
import { newProcessReader, startWarmReader, type WarmReader } from './sheaf-readers';

/** Folder of the generated inputs and of the peers. */
export const cacheFolder = join(projectRoot, '.cache', 'bench');
const WARM_UP: Record<FileFormat, InputName> = { xlsx: 'mixed-1.xlsx', xls: 'xls-1.xls', csv: 'csv-1.csv' };

const sizeOf = (name: InputName) => Number(/-(\d+)\./.exec(name)![1]);

/** Inputs and readers of one run, with the reader's warm thread. */
export interface ReaderBench {
  subjects: readonly BenchSubject[];
  warm: WarmReader;
  /** A small file per format, by which programs and threads become warm. */
  warmUp: WarmUpFiles;
  /** Measures every subject with every reader, and prints a table as each is done. */
  measure(): Promise<SubjectResult[]>;
  /** Ends the warm thread. */
  close(): Promise<void>;
}

/**
 * Makes the inputs, prepares the peers and warms the thread up.
 *
 * @param startThread starts a thread from the path of its module
 */
export async function openReaderBench(
  { sizes, quick }: ReaderBenchOptions,
  startThread: (entry: string) => Worker,
): Promise<ReaderBench> {
  const warmUp = await warmUpFiles();
  const subjects = [...(await generatedFiles(sizes)), ...realFiles()];
  console.log('Peers');
  const peers = await preparePeers(cacheFolder);
  for (const sentence of peers.missing) console.log(sentence);
  const warm = await startWarmReader(warmUp, startThread);
  const readers = [warm, newProcessReader(), ...peerReaders(peers, warmUp)];
  return {
    subjects,
    warm,
    warmUp,
    async measure() {
      const results: SubjectResult[] = [];
      for (const subject of subjects) {
        const result = await measureSubject(subject, readers, quick);
        results.push(result);
        console.log(`\n${resultTable(result)}`);
      }
      return results;
    },
    close: () => warm.close(),
  };
}

async function generatedFiles(sizes: readonly number[] | null): Promise<BenchSubject[]> {
  const subjects: BenchSubject[] = [];
  for (const name of INPUT_NAMES) {
    if (sizes !== null && !sizes.includes(sizeOf(name))) continue;
    console.log(`Input ${name}`);
    const { path, bytes, facts } = await ensureInput(name, cacheFolder);
    subjects.push({ name, format: name.split('.')[1] as FileFormat, files: [path], bytes, facts });
  }
  return subjects;
}

async function warmUpFiles(): Promise<WarmUpFiles> {
  const paths = await Promise.all(
    Object.entries(WARM_UP).map(async ([format, name]) => [
      format,
      (await ensureInput(name, cacheFolder)).path,
    ]),
  );
  return Object.fromEntries(paths) as WarmUpFiles;
}
