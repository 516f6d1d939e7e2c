import type { Pool } from 'undici';
import { ID_PREFIX } from '../../src/domain/ids';
import { parseJobsPerOrganizationMax } from '../../src/domain/limits';
import type { Jobs } from '../../src/jobs';
import type { Stores } from '../../src/stores';
import { newId } from '../../src/stores/new-id';
import { startParse, uploadFile } from './api-calls';
import { concurrently } from './concurrently';
import { createTenants } from './tenants';

const concurrency = 16;
const warmUpCalls = 160;
const csv = 'Region,Units\nNorth,10\nSouth,12\n';
const options = { includeTagsSummary: false, includeImages: false, includeVerifiedFacts: false };

/** One way to start jobs: calls a second of each round, and the latencies of all calls. */
export interface StartRates {
  name: string;
  rates: number[];
  callMs: number[];
}

interface Side extends StartRates {
  call: () => Promise<void>;
}

/** Calls that go through a list in turns. */
function takingTurns<T>(list: readonly T[], call: (item: T) => Promise<unknown>): () => Promise<void> {
  let next = 0;
  return async () => {
    await call(list[next++ % list.length]!);
  };
}

/** Organizations have a bounded number of jobs at once, so there are as many as all calls need, each with an upload. */
async function prepareCallers(stores: Stores, pool: Pool, calls: number) {
  const tenants = await createTenants(stores, Math.ceil(calls / parseJobsPerOrganizationMax));
  const callers = [];
  for (const tenant of tenants) {
    callers.push({ ...tenant, input: await uploadFile(pool, tenant.key, 'regions.csv', csv) });
  }
  return callers;
}

/**
 * Starts jobs in turns, round by round, at concurrency 16: straight at Temporal, and through the route. Both start the same
 * workflow type with the same options, summaries and search attributes.
 *
 * @returns the raw starts, then the route
 */
export async function measureAcceptance(
  { jobs, stores, pool }: { jobs: Jobs; stores: Stores; pool: Pool },
  { calls, rounds }: { calls: number; rounds: number },
): Promise<[raw: StartRates, route: StartRates]> {
  const callers = await prepareCallers(stores, pool, warmUpCalls + calls * rounds);
  const raw: Side = {
    name: 'workflow.start',
    rates: [],
    callMs: [],
    call: takingTurns(callers, ({ organizationId }) =>
      jobs.startParseJob({
        jobId: newId(ID_PREFIX.parseJob),
        organizationId,
        environment: 'production',
        options,
      }),
    ),
  };
  const route: Side = {
    name: 'POST /v3/parse/spreadsheets',
    rates: [],
    callMs: [],
    call: takingTurns(callers, ({ key, input }) => startParse(pool, key, input)),
  };
  for (const { call } of [raw, route]) await concurrently(warmUpCalls, concurrency, call);
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? [raw, route] : [route, raw]) {
      const { seconds, callMs } = await concurrently(calls, concurrency, side.call);
      side.rates.push(calls / seconds);
      side.callMs.push(...callMs);
    }
  }
  return [raw, route];
}
