import { join } from 'node:path';
import { projectRoot } from '../embedded/project-root';
import { ensureInput, INPUT_NAMES, type InputName } from './generate/inputs';
import { goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { readArguments } from './parse/arguments';
import { parseGoals } from './parse/goals';
import { type PreparedPeers, preparePeers } from './parse/prepare-peers';
import { type FileFormat, peerReaders } from './parse/readers';
import { realFiles } from './parse/real-files';
import { resultTable } from './parse/result-table';
import { type BenchSubject, measureSubject, type SubjectResult } from './parse/rounds';
import { newProcessReader, startWarmReader } from './parse/sheaf-readers';
import { measureWholeJobs, wholeJobTable, type WholeJobResult } from './parse/whole-job';
import { writeReport } from './write-report';

const cacheFolder = join(projectRoot, '.cache', 'bench');
const WARM_UP: Record<FileFormat, InputName> = { xlsx: 'mixed-1.xlsx', xls: 'xls-1.xls', csv: 'csv-1.csv' };

const sizeOf = (name: InputName) => Number(/-(\d+)\./.exec(name)![1]);

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

async function warmUpFiles(): Promise<Record<FileFormat, string>> {
  const paths = await Promise.all(
    Object.entries(WARM_UP).map(async ([format, name]) => [
      format,
      (await ensureInput(name, cacheFolder)).path,
    ]),
  );
  return Object.fromEntries(paths) as Record<FileFormat, string>;
}

/** Every subject with every reader, a table as each is done; then the whole jobs. */
async function measureAll(
  subjects: readonly BenchSubject[],
  peers: PreparedPeers,
  warmUp: Record<FileFormat, string>,
  quick: boolean,
): Promise<{ results: SubjectResult[]; wholeJobs: WholeJobResult[] }> {
  const warm = await startWarmReader(warmUp);
  try {
    const readers = [warm, newProcessReader(), ...peerReaders(peers, warmUp)];
    const results: SubjectResult[] = [];
    for (const subject of subjects) {
      const result = await measureSubject(subject, readers, quick);
      results.push(result);
      console.log(`\n${resultTable(result)}`);
    }
    const folder = join(cacheFolder, 'jobs');
    const wholeJobs = await measureWholeJobs(subjects, warm, { warmUp, folder, quick });
    console.log(`\n${wholeJobTable(wholeJobs)}`);
    return { results, wholeJobs };
  } finally {
    await warm.close();
  }
}

/**
 * Our reader against others on the same files in one run: generated workbooks and CSV files, and the real
 * ones where they are at hand; then the whole job against the read alone.
 *
 * `npm run bench -- parse [--quick] [--sizes 1,10] [--json <file>]`
 *
 * Every reader touches every value. Rounds are interleaved; medians count. Ends with each goal marked as
 * reached or not, and always with exit code 0: a bench is no test.
 */
async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const warmUp = await warmUpFiles();
  const subjects = [...(await generatedFiles(options.sizes)), ...realFiles()];
  console.log('Peers');
  const peers = await preparePeers(cacheFolder);
  for (const sentence of peers.missing) console.log(sentence);

  const machine = machineFacts();
  console.log(`\n${machineLine(machine)}${options.quick ? ', quick: one round, not to be quoted' : ''}`);
  const { results, wholeJobs } = await measureAll(subjects, peers, warmUp, options.quick);
  const goals = parseGoals(results, wholeJobs);
  console.log(`\n${goalTable(goals)}`);
  await writeReport(options.json, { machine, options, results, wholeJobs, goals });
}

void main();
