import type { Pool } from 'undici';
import { ID_PREFIX } from '../../src/domain/platform/ids';
import type { Jobs } from '../../src/jobs';
import type { Stores } from '../../src/stores';
import { newId } from '../../src/stores/mongo/new-id';
import { startParse, uploadFile } from './api-calls';
import { concurrently } from './concurrently';
import { createTenants } from './tenants';

const concurrency = 16;
/**
 * As many jobs as may be open by default with room to spare; more at once is what a full service would
 * refuse.
 */
const callsPerRound = 160;
const organizations = 16;
const csv = 'Region,Units\nNorth,10\nSouth,12\n';
const options = {
  type: 'spreadsheet' as const,
  includeTagsSummary: false,
  includeImages: false,
  includeVerifiedFacts: false,
  includeHiddenSheets: true,
};

/** Figures of a way to start jobs: calls a second of each round, and the latencies of all calls. */
export interface StartRates {
  name: string;
  rates: number[];
  callMs: number[];
}

interface Side extends StartRates {
  /** Starts one job and answers its id. */
  call: () => Promise<string>;
}

/** Calls that go through a list in turns. */
function takingTurns<T>(list: readonly T[], call: (item: T) => Promise<string>): () => Promise<string> {
  let next = 0;
  return () => call(list[next++ % list.length]!);
}

/** Organizations may have few jobs at once, so the calls go round several, each with an upload of its own. */
async function prepareCallers(stores: Stores, pool: Pool) {
  const tenants = await createTenants(stores, organizations);
  const callers = [];
  for (const tenant of tenants) {
    callers.push({ ...tenant, input: await uploadFile(pool, tenant.key, 'regions.csv', csv) });
  }
  return callers;
}

/**
 * Starts jobs in turns, round by round, 160 at concurrency 16: straight at Temporal, and through the route.
 * Both start the same workflow type with the same options, summaries and search attributes. After each round
 * its jobs are ended in the store, outside the measured time: no worker runs, and places are limited.
 *
 * @returns the raw starts, then the route
 */
export async function measureAcceptance(
  { jobs, stores, pool }: { jobs: Jobs; stores: Stores; pool: Pool },
  rounds: number,
): Promise<[raw: StartRates, route: StartRates]> {
  const callers = await prepareCallers(stores, pool);
  const raw: Side = {
    name: 'workflow.start',
    rates: [],
    callMs: [],
    call: takingTurns(callers, async ({ organizationId }) => {
      const jobId = newId(ID_PREFIX.parseJob);
      await jobs.parse.start({ jobId, organizationId, environment: 'production', options });
      return jobId;
    }),
  };
  const route: Side = {
    name: 'POST /v3/parse/spreadsheets',
    rates: [],
    callMs: [],
    call: takingTurns(callers, ({ key, input }) => startParse(pool, key, input)),
  };

  async function runRound(side: Side, lanes: number) {
    const started: string[] = [];
    const times = await concurrently(callsPerRound, lanes, async () => {
      started.push(await side.call());
    });
    if (side === route)
      for (const jobId of started) await stores.parseJobs.end(jobId, { state: 'cancelled' });
    return times;
  }

  // Warms up connections, caches and compiled code.
  for (const side of [raw, route]) await runRound(side, 1);
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? [raw, route] : [route, raw]) {
      const { seconds, callMs } = await runRound(side, concurrency);
      side.rates.push(callsPerRound / seconds);
      side.callMs.push(...callMs);
    }
  }
  return [raw, route];
}
