import { join } from 'node:path';
import { readArguments } from '../packages/spreadsheet-reader/bench/arguments';
import { readerGoals } from '../packages/spreadsheet-reader/bench/goals';
import { cacheFolder, openReaderBench } from '../packages/spreadsheet-reader/bench/reader-bench';
import { createHeapWorker } from '../src/parsing/isolation/parse-thread';
import { goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { measureWholeJobs, wholeJobGoals, wholeJobTable } from './parse/whole-job';
import { writeReport } from './write-report';

/**
 * The bench of the spreadsheet reader, on a thread as the service starts it, then the whole job against the
 * read alone.
 *
 * `npm run bench -- parse [--quick] [--sizes 1,10] [--json <file>]`
 *
 * Ends with each goal marked as reached or not, and always with exit code 0: a bench is no test.
 */
async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const bench = await openReaderBench(options, createHeapWorker);
  try {
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}${options.quick ? ', quick: one round, not to be quoted' : ''}`);
    const results = await bench.measure();
    const folder = join(cacheFolder, 'jobs');
    const { subjects, warm, warmUp } = bench;
    const wholeJobs = await measureWholeJobs(subjects, warm, { warmUp, folder, quick: options.quick });
    console.log(`\n${wholeJobTable(wholeJobs)}`);
    const goals = [...readerGoals(results), ...wholeJobGoals(wholeJobs)];
    console.log(`\n${goalTable(goals)}`);
    await writeReport(options.json, { machine, options, results, wholeJobs, goals });
  } finally {
    await bench.close();
  }
}

void main();
