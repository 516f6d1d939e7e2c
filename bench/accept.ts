import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createJobs } from '../src/jobs';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { measureAcceptance, type StartRates } from './service/acceptance';
import { startBenchStack } from './service/bench-stack';
import { median, pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const connections = 16;
/**
 * The acceptance route against a loop of raw `workflow.start` calls on the same Temporal server: how much of
 * the engine's own rate is left after authentication, limits, upload look-up, the credit hold and the job's
 * row.
 *
 * `npm run bench -- accept [--rounds 20] [--json <file>]`
 *
 * No worker polls while they run: the starts are measured, not the work that follows, which would cost both
 * sides the same. The API runs with its default limits.
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '20' }, json: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const stack = await startBenchStack({}, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const jobs = createJobs({ address: stack.temporalAddress, namespace: 'default' });
  const pool = new Pool(stack.apiUrl, { connections });
  try {
    const machine = machineFacts();
    const sides = await measureAcceptance({ jobs, stores: createStores(mongo.db), pool }, rounds);
    const [raw, route] = sides;
    const share = pairedRatio(route.rates, raw.rates);
    const goals = [boundGoal('acceptance route, share of the rate of raw starts', 'at least', 0.8, share)];
    console.log(`\n${machineLine(machine)}\n${rounds} rounds, concurrency ${connections}\n`);
    console.log(textTable(['call', 'a second', 'range', 'p50 ms', 'p95 ms', 'p99 ms'], sides.map(sideRow)));
    console.log(`\n${goalTable(goals)}`);
    const report = { machine, rounds, sides: sides.map(({ name, rates }) => ({ name, rates })), goals };
    await writeReport(values.json, report);
    return 0;
  } finally {
    await pool.close();
    await jobs.close();
    await mongo.close();
    await stack.stop();
  }
}

function sideRow({ name, rates, callMs }: StartRates): string[] {
  const fixed = (value: number) => value.toFixed(1);
  return [
    name,
    fixed(median(rates)),
    `${fixed(Math.min(...rates))}-${fixed(Math.max(...rates))}`,
    ...[0.5, 0.95, 0.99].map((share) => fixed(percentile(callMs, share))),
  ];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
