import { setTimeout as pause } from 'node:timers/promises';
import { type Client } from '@temporalio/client';
import { type Pool } from 'undici';
import { isFinalParseState } from '../../src/domain/documents/parse-job';
import { type Jobs } from '../../src/jobs';
import { indexWithJobs } from '../index/index-with-jobs';
import { makeTexts } from '../index/make-texts';
import { askApi, measure } from '../query/measure';
import { startParse, uploadFile } from '../service/api-calls';
import { concurrently } from '../service/concurrently';
import { type BenchTenant } from '../service/tenants';
import { type DeliveryMaker, makeDeliveries } from '../webhooks/make-deliveries';
import { runsPerSecond } from '../webhooks/throughput';

const atOnce = 8;
const pollMs = 20;

/** Everything that work is asked for with. */
export interface ScaleService extends DeliveryMaker {
  /** Of each API process. */
  pools: readonly Pool[];
  tenants: readonly BenchTenant[];
  endpointIds: readonly string[];
  jobs: Jobs;
  temporal: Client;
  /** Key that may query, of the first organization. */
  queryKey: string;
  /** Collection that is queried. */
  collection: string;
}

/** A kind of work whose rate is measured. */
export interface ScaleKind {
  name: string;
  /** What is counted. */
  unit: string;
  /** Does the work of a round. @returns units and seconds, those of its preparation not counted */
  run(service: ScaleService, round: number): Promise<{ units: number; seconds: number }>;
}

/** The kinds of work, `scale` times as much of each as takes a second or two on a slow machine. */
export function scaleKinds(scale: number): ScaleKind[] {
  return [
    { name: 'parse', unit: 'job', run: (service) => parse(service, 40 * scale) },
    { name: 'index', unit: 'document', run: (service, round) => index(service, round, 100 * scale) },
    { name: 'query', unit: 'query', run: (service, round) => query(service, round, 200 * scale) },
    { name: 'delivery', unit: 'delivery', run: (service) => deliver(service, 100 * scale) },
  ];
}

const poolOf = ({ pools }: ScaleService, at: number): Pool => pools[at % pools.length]!;

async function parse(service: ScaleService, count: number) {
  const rows = Array.from({ length: 200 }, (_, row) => `North ${row},${row * 7},${row % 2 === 0},2026-01-05`);
  const csv = `Region,Units,Open,Day\n${rows.join('\n')}\n`;
  const { tenants, stores } = service;
  const tenantOf = (at: number) => tenants[at % tenants.length]!;
  const inputs: string[] = [];
  for (let at = 0; at < count; at++)
    inputs.push(await uploadFile(poolOf(service, at), tenantOf(at).key, `small-${at}.csv`, csv));
  const { seconds } = await concurrently(count, atOnce, async (at) => {
    const { key, organizationId } = tenantOf(at);
    const jobId = await startParse(poolOf(service, at), key, inputs[at]!);
    for (;;) {
      const job = await stores.parseJobs.find({ organizationId, environment: 'production' }, jobId);
      if (job !== null && isFinalParseState(job.state)) {
        if (job.state !== 'completed') throw new Error(`A parse ended as ${job.state}: ${job.message}`);
        return;
      }
      await pause(pollMs);
    }
  });
  return { units: count, seconds };
}

async function index(service: ScaleService, round: number, count: number) {
  const { stores, tenants, collection } = service;
  const caller = { pool: poolOf(service, round), stores, key: tenants[0]!.key, collection };
  const seconds = await indexWithJobs(caller, { name: `round-${round}`, texts: makeTexts(round, count) });
  return { units: count, seconds };
}

async function query(service: ScaleService, round: number, count: number) {
  const { pools, queryKey, collection } = service;
  const questions = Array.from({ length: count }, (_, n) => `pump entry ${n} of round ${round} oil report`);
  const asks = pools.map((pool) => askApi(pool, queryKey, collection));
  let next = 0;
  const inTurns = (question: string, ratio: number) => asks[next++ % asks.length]!(question, ratio);
  const { perSecond } = await measure(inTurns, questions, 0.5, atOnce);
  return { units: count, seconds: count / perSecond };
}

async function deliver(service: ScaleService, count: number) {
  const { jobs, temporal, endpointIds } = service;
  const starts = await makeDeliveries(service, endpointIds, count);
  const rate = await runsPerSecond(
    count,
    (at) => jobs.deliveries.start(starts[at]!),
    (at) => {
      const { endpointId, eventId } = starts[at]!;
      return temporal.workflow.getHandle(`webhook-delivery/${endpointId}/${eventId}`).result();
    },
  );
  return { units: count, seconds: count / rate };
}
