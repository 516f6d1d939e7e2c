import { Client, Connection } from '@temporalio/client';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { runUntilSignal } from '../embedded/run-until-signal';
import { ID_PREFIX } from '../src/domain/ids';
import { parseJobsPerOrganizationMax } from '../src/domain/limits';
import { createJobs } from '../src/jobs';
import { connectMongo, createStores } from '../src/stores';
import { newId } from '../src/stores/new-id';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { startParse, uploadFile } from './service/api-calls';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { createTenants } from './service/tenants';
import { median, percentile } from './statistics';
import { textTable } from './text-table';

const concurrency = 16;
const warmUpCalls = 160;
const csv = 'Region,Units\nNorth,10\nSouth,12\n';

/** Calls a second of one side over the rounds, and the latencies of all calls. */
interface Side {
  name: string;
  rates: number[];
  callMs: number[];
}

/**
 * The acceptance route against a loop of raw `workflow.start` calls on the same Temporal server: how much of the engine's
 * own rate is left after authentication, limits, upload look-up, the credit hold and the job's row.
 *
 * `npm run bench -- accept [--calls 800] [--rounds 5] [--json <file>]`
 *
 * Both sides start the same workflow type with the same options, summaries and search attributes. No worker polls while
 * they run: the starts are measured, not the work that follows, which would cost both sides the same. Organizations may
 * have 20 jobs at once, so the calls go round many organizations; the limits that protect production are raised.
 */
async function measure(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '800' },
      rounds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  const calls = Number(values.calls);
  const rounds = Number(values.rounds);
  const stack = await startBenchStack(
    {
      PARSE_CAPACITY: '100000',
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
    },
    controller,
  );
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const pool = new Pool(stack.apiUrl, { connections: concurrency });
  try {
    const jobs = createJobs(new Client({ connection }));
    const total = warmUpCalls + calls * rounds;
    const tenants = await createTenants(
      createStores(mongo.db),
      Math.ceil(total / parseJobsPerOrganizationMax),
    );
    const inputs: string[] = [];
    for (const tenant of tenants) inputs.push(await uploadFile(pool, tenant.key, 'regions.csv', csv));
    const options = { includeTagsSummary: false, includeImages: false, includeVerifiedFacts: false };
    let accepted = 0;

    const raw = async () => {
      const { organizationId } = tenants[accepted % tenants.length]!;
      await jobs.startParseJob({
        jobId: newId(ID_PREFIX.parseJob),
        organizationId,
        environment: 'production',
        options,
      });
    };
    const route = async () => {
      const at = accepted++ % tenants.length;
      await startParse(pool, tenants[at]!.key, inputs[at]!);
    };

    const sides: [Side, () => Promise<void>][] = [
      [{ name: 'workflow.start', rates: [], callMs: [] }, raw],
      [{ name: 'POST /v3/parse/spreadsheets', rates: [], callMs: [] }, route],
    ];
    for (const [, call] of sides) await concurrently(warmUpCalls, concurrency, call);
    const machine = machineFacts();
    for (let round = 0; round < rounds; round++) {
      for (const [side, call] of round % 2 === 0 ? sides : sides.toReversed()) {
        const { seconds, callMs } = await concurrently(calls, concurrency, call);
        side.rates.push(calls / seconds);
        side.callMs.push(...callMs);
      }
    }
    const measured = sides.map(([side]) => side);
    const goals = [
      boundGoal(
        'acceptance route, share of the rate of raw starts',
        'at least',
        0.8,
        median(measured[1]!.rates) / median(measured[0]!.rates),
      ),
    ];
    console.log(
      `\n${machineLine(machine)}\n${calls} calls a round, ${rounds} rounds, concurrency ${concurrency}\n`,
    );
    console.log(
      textTable(['call', 'a second', 'range', 'p50 ms', 'p95 ms', 'p99 ms'], measured.map(sideRow)),
    );
    console.log(`\n${goalTable(goals)}`);
    if (values.json !== undefined) {
      const sidesJson = measured.map(({ name, rates }) => ({ name, rates }));
      await writeFile(
        values.json,
        `${JSON.stringify({ machine, calls, rounds, sides: sidesJson, goals }, null, 2)}\n`,
      );
    }
    return 0;
  } finally {
    await pool.close();
    await connection.close();
    await mongo.close();
    await stack.stop();
  }
}

function sideRow({ name, rates, callMs }: Side): string[] {
  const fixed = (value: number) => value.toFixed(1);
  return [
    name,
    fixed(median(rates)),
    `${fixed(Math.min(...rates))}-${fixed(Math.max(...rates))}`,
    ...[0.5, 0.95, 0.99].map((share) => fixed(percentile(callMs, share))),
  ];
}

void runUntilSignal(measure, 130).then((code) => {
  process.exitCode = code;
});
