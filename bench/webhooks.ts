import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createJobs, type DeliveryStart } from '../src/jobs';
import { createSealer, sealingKeys } from '../src/signing/sealed-text';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { boundGoal, type Goal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { type BenchStack, startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { median, pairedRatio, percentile } from './statistics';
import { textTable } from './text-table';
import { type BacklogResult, workOffBacklog } from './webhooks/backlog';
import { type BareRuns, startBareRuns } from './webhooks/bare-runs';
import { makeDeliveries, makeEndpoint } from './webhooks/make-deliveries';
import { type Receivers, startReceivers } from './webhooks/receivers';
import { fastCount, fastWaitsMs, slowCount } from './webhooks/starvation';
import { runsPerSecond, type RunRates } from './webhooks/throughput';
import { writeReport } from './write-report';

const runsPerRound = 200;
const endpointCount = 8;
const lanes = 16;
/** A worker's memory is flat when its later half of life needs no more than this to the earlier one. */
const flatFactorMax = 1.25;

/**
 * Deliveries of webhooks over TLS: how many a second against runs of one empty activity on the same Temporal,
 * how long a fast receiver waits behind a slow one, and a backlog that a killed worker leaves to the next
 * one.
 *
 * `npm run bench -- webhooks [--rounds 5] [--backlog 10000] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      backlog: { type: 'string', default: '10000' },
      json: { type: 'string' },
    },
  });
  const receivers = await startReceivers();
  const signingKey = randomBytes(32).toString('base64');
  const env = { SIGNING_KEY: signingKey, ...receivers.env };
  let stack: BenchStack | undefined;
  try {
    stack = await startBenchStack(env, controller);
    const bench = await openBench(stack, receivers, signingKey);
    try {
      const report = await Promise.race([measure(bench, values), untilAborted(controller.signal)]);
      await writeReport(values.json, report);
    } finally {
      await bench.close();
    }
    return 0;
  } finally {
    await receivers.close();
    await stack?.stop();
  }
}

/** All parts, each shown once it is known: they take a while. */
async function measure(
  bench: Awaited<ReturnType<typeof openBench>>,
  counts: { rounds: string; backlog: string },
) {
  const machine = machineFacts();
  console.log(`\n${machineLine(machine)}\n`);
  const worker = await bench.startWorker();
  const waits = await bench.starvation();
  console.log(
    `\n${textTable(['fast ones behind slow ones', 'p50 ms', 'p95 ms', 'worst ms'], waits.map(waitRow))}`,
  );
  const rates = await bench.throughput(Number(counts.rounds));
  console.log(`\n${textTable(['runs', 'a second', 'range'], rates.map(rateRow))}`);
  // Last: ten thousand runs in the store of the embedded Temporal slow down what is started behind them.
  process.kill(worker, 'SIGKILL');
  const backlog = await bench.backlog(Number(counts.backlog));
  console.log(`\n${backlogText(backlog)}`);
  const goals = goalsOf(rates, waits, backlog);
  console.log(`\n${goalTable(goals)}`);
  return { machine, backlog, waits, rates, goals };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

interface Waits {
  name: string;
  waitsMs: number[];
}

/** Connects once to everything that is measured. */
async function openBench(stack: BenchStack, receivers: Receivers, signingKey: string) {
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const client = new Client({ connection });
  const jobs = createJobs({ address: stack.temporalAddress, namespace: 'default' });
  const sealer = createSealer(sealingKeys({ SIGNING_KEY: signingKey, CREDENTIALS_KEYS: [] }));
  const maker = { stores: createStores(mongo.db), sealer };
  let bare: BareRuns | undefined;

  const endpoints = (count: number, url: string) =>
    Promise.all(Array.from({ length: count }, () => makeEndpoint(maker, url)));
  const result = ({ endpointId, eventId }: DeliveryStart) =>
    client.workflow.getHandle(`webhook-delivery/${endpointId}/${eventId}`).result();
  const bareRuns = async () =>
    (bare ??= await startBareRuns(client, stack.temporalAddress, receivers.caFile));

  return {
    startWorker: () => stack.startWorker(),

    /** Begins with no worker, and starts those that it needs. */
    async backlog(count: number): Promise<BacklogResult> {
      const starts = await makeDeliveries(maker, await endpoints(endpointCount, receivers.fastUrl), count);
      const start = async (at: number) => {
        await jobs.deliveries.start(starts[at]!);
        return starts[at]!.eventId;
      };
      return workOffBacklog(receivers, count, start, () => stack.startWorker());
    },

    async throughput(rounds: number): Promise<[bare: RunRates, many: RunRates, one: RunRates]> {
      const bareOnes = await bareRuns();
      const many = await endpoints(endpointCount, receivers.fastUrl);
      const one = await endpoints(1, receivers.fastUrl);
      const sides: [RunRates, RunRates, RunRates] = [
        { name: 'one empty activity', rates: [] },
        { name: `delivery, ${endpointCount} receivers`, rates: [] },
        { name: 'delivery, one receiver', rates: [] },
      ];
      const rateOf = async (round: number, side: number) => {
        if (side === 0) {
          const idOf = (at: number) => `bare/${round}/${at}`;
          return runsPerSecond(
            runsPerRound,
            (at) => bareOnes.startNothing(idOf(at)),
            (at) => client.workflow.getHandle(idOf(at)).result(),
          );
        }
        const starts = await makeDeliveries(maker, side === 1 ? many : one, runsPerRound);
        return runsPerSecond(
          runsPerRound,
          (at) => jobs.deliveries.start(starts[at]!),
          (at) => result(starts[at]!),
        );
      };
      // The first round warms up.
      for (let round = -1; round < rounds; round++) {
        for (const side of round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
          const rate = await rateOf(round, side);
          if (round >= 0) sides[side]!.rates.push(rate);
        }
      }
      return sides;
    },

    async starvation(): Promise<[ours: Waits, plain: Waits]> {
      const bareOnes = await bareRuns();
      const slow = await makeDeliveries(maker, await endpoints(1, receivers.slowUrl), slowCount);
      const fast = await makeDeliveries(maker, await endpoints(1, receivers.fastUrl), fastCount);
      const startAll = (starts: readonly DeliveryStart[]) =>
        concurrently(starts.length, lanes, (at) => jobs.deliveries.start(starts[at]!));
      const ours = await fastWaitsMs(
        receivers,
        () => startAll(slow),
        async () => {
          await startAll(fast);
          return fast.map(({ eventId }) => eventId);
        },
      );
      await Promise.all(slow.map(result));
      const post = (id: string, url: string) => bareOnes.startPost(id, `${url}?${id}`);
      const plain = await fastWaitsMs(
        receivers,
        () => concurrently(slowCount, lanes, (at) => post(`slow-${at}`, receivers.slowUrl)),
        async () => {
          await concurrently(fastCount, lanes, (at) => post(`fast-${at}`, receivers.fastUrl));
          return Array.from({ length: fastCount }, (_, at) => `?fast-${at}`);
        },
      );
      return [
        { name: 'deliveries', waitsMs: ours },
        { name: 'a plain queue', waitsMs: plain },
      ];
    },

    async close() {
      bare?.stop();
      await jobs.close();
      await connection.close();
      await mongo.close();
    },
  };
}

function goalsOf(
  [bare, many]: readonly RunRates[],
  [ours, plain]: readonly Waits[],
  { lost, moreOften, sizes }: BacklogResult,
): Goal[] {
  const p50 = median(ours!.waitsMs);
  const growths = sizes.map(growthOf);
  return [
    boundGoal('deliveries to empty runs, a second', 'at least', 0.7, pairedRatio(many!.rates, bare!.rates)),
    boundGoal('p50 of fast ones behind slow ones', 'below', 2, p50 / 1_000, ' s'),
    boundGoal('worst of fast ones behind slow ones', 'below', 5, Math.max(...ours!.waitsMs) / 1_000, ' s'),
    boundGoal('p50 to that of a plain queue', 'below', 1, p50 / median(plain!.waitsMs)),
    boundGoal(
      'backlog: memory of a worker, later to earlier half',
      'at most',
      flatFactorMax,
      Math.max(...growths),
    ),
    boundGoal('backlog: lost', 'at most', 0, lost),
    boundGoal('backlog: arrived more than twice', 'at most', 0, moreOften),
  ];
}

/** Largest size in the later half of a worker's life to that in the earlier one. */
function growthOf({ secondsBytes }: BacklogResult['sizes'][number]): number {
  const half = Math.ceil(secondsBytes.length / 2);
  return Math.max(...secondsBytes.slice(half)) / Math.max(...secondsBytes.slice(0, half));
}

function backlogText({ count, seconds, twice, sizes }: BacklogResult): string {
  const megabytes = ({ secondsBytes }: BacklogResult['sizes'][number]) =>
    secondsBytes
      .filter((_, second) => second % Math.ceil(secondsBytes.length / 12) === 0)
      .map((bytes) => (bytes / 1e6).toFixed(0))
      .join(' ');
  return [
    `${count} deliveries in ${seconds.toFixed(0)} s with a SIGKILL in the middle, ${twice} arrived twice`,
    `resident MB of the first worker over its life: ${megabytes(sizes[0])}`,
    `resident MB of the second: ${megabytes(sizes[1])}`,
  ].join('\n');
}

function rateRow({ name, rates }: RunRates): string[] {
  const fixed = (value: number) => value.toFixed(1);
  return [name, fixed(median(rates)), `${fixed(Math.min(...rates))}-${fixed(Math.max(...rates))}`];
}

function waitRow({ name, waitsMs }: Waits): string[] {
  return [name, ...[0.5, 0.95, 1].map((share) => percentile(waitsMs, share).toFixed(0))];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
