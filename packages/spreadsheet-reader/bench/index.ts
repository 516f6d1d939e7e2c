import { Worker } from 'node:worker_threads';
import { goalTable } from '../../../bench/goal';
import { machineFacts, machineLine } from '../../../bench/machine';
import { writeReport } from '../../../bench/write-report';
import { readArguments } from './arguments';
import { readerGoals } from './goals';
import { openReaderBench } from './reader-bench';

/**
 * The reader against others on the same files in one run: generated workbooks and CSV files, and the real
 * ones where they are at hand.
 *
 * `npm run bench -w spreadsheet-reader [-- --quick --sizes 1,10 --json <file>]`
 *
 * Every reader touches every value. Rounds are interleaved; medians count. Ends with each goal marked as
 * reached or not, and always with exit code 0: a bench is no test.
 */
async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const bench = await openReaderBench(options, (entry) => new Worker(entry));
  try {
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}${options.quick ? ', quick: one round, not to be quoted' : ''}`);
    const results = await bench.measure();
    const goals = readerGoals(results);
    console.log(`\n${goalTable(goals)}`);
    await writeReport(options.json, { machine, options, results, goals });
  } finally {
    await bench.close();
  }
}

void main();
