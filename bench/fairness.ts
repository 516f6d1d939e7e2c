import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Sheaf } from 'sheaf-client';
import { cacheFolder } from '../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../embedded/models/embedding-model';
import { runUntilSignal } from '../embedded/run-until-signal';
import { createStores } from '../src/stores';
import { connectMongo } from '../src/stores/mongo/mongo';
import { deliveriesWork } from './fairness/deliveries';
import { clientOf, jobWorks, type Work } from './fairness/works';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { raisedLimits } from './service/raised-limits';
import { createTenants } from './service/tenants';
import { median, percentile } from './statistics';
import { textTable } from './text-table';
import { startReceivers } from './webhooks/receivers';
import { writeReport } from './write-report';

/** Finer than the pause between two looks of the service at waiting jobs. */
const pollMs = 20;
const warmUps = 3;
const looksAtOnce = 20;
/** A wait behind the large jobs of others, as a multiple of the time alone. */
const factorMax = 2;

/** Times of the small jobs of one kind, in milliseconds. */
interface FairRow {
  kind: string;
  alone: number[];
  behind: number[];
  /** Large jobs that had not ended when the last small one had. */
  left: number;
}

/**
 * Small jobs of one organization, one after the other, while another one has asked for many large ones of the
 * same kind, and the same alone: whether one organization can keep the others waiting.
 *
 * `npm run bench -- fairness [--kinds parse,index,index-small,build,evaluation,delivery] [--small 12] [--scale 1] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      kinds: { type: 'string' },
      small: { type: 'string', default: '12' },
      scale: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  });
  const { signal } = controller;
  const modelFolder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const receivers = await startReceivers();
  const works = [...jobWorks, deliveriesWork(receivers.fastUrl)];
  const kinds = values.kinds?.split(',') ?? works.map(({ name }) => name);
  const chosen = works.filter(({ name }) => kinds.includes(name));
  const env = { EMBEDDING_MODEL_DIR: modelFolder, ...receivers.env, ...raisedLimits };
  const stack = await startBenchStack(env, controller);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  try {
    const tenants = await createTenants(createStores(mongo.db), 2 * chosen.length);
    const clients = tenants.map(({ key }) => clientOf(stack.apiUrl, key));
    await stack.startWorker();
    const machine = machineFacts();
    console.log(`\n${machineLine(machine)}\n`);
    const rows: FairRow[] = [];
    for (const [at, work] of chosen.entries()) {
      const [busy, calm] = clients.slice(2 * at, 2 * at + 2) as [Sheaf, Sheaf];
      rows.push(await measure(work, { busy, calm }, Number(values.small), Number(values.scale)));
      console.log(cells(rows.at(-1)!).join('  '));
    }
    const header = ['small job', 'alone p50 ms', 'p95', 'behind p50 ms', 'p95', 'ratio of p50', 'left'];
    console.log(`\n${textTable(header, rows.map(cells))}`);
    const goals = rows.flatMap((row) => [
      boundGoal(`p50 of ${row.kind}, behind large jobs to alone`, 'at most', factorMax, ratio(row)),
      boundGoal(`large jobs of ${row.kind} that were left at the end`, 'at least', 1, row.left),
    ]);
    console.log(`\n${goalTable(goals)}`);
    await writeReport(values.json, { machine, rows, goals });
    return 0;
  } finally {
    await mongo.close();
    await stack.stop();
    await receivers.close();
  }
}

async function measure(
  work: Work,
  { busy, calm }: { busy: Sheaf; calm: Sheaf },
  small: number,
  scale: number,
): Promise<FairRow> {
  await Promise.all([busy, calm].map((sheaf) => work.prepare(sheaf)));
  await timesMs(work, calm, 0, warmUps);
  const alone = await timesMs(work, calm, warmUps, small);
  const ids = await work.large(busy, scale);
  const behind = await timesMs(work, calm, warmUps + small, small);
  const open: string[] = [];
  await concurrently(ids.length, looksAtOnce, async (at) => {
    if (!(await work.hasEnded(busy, ids[at]!))) open.push(ids[at]!);
  });
  await work.stop(busy, open);
  return { kind: work.name, alone, behind, left: open.length };
}

/** Milliseconds from the request to the end of each of `count` small jobs. @throws for one that failed */
async function timesMs(work: Work, sheaf: Sheaf, from: number, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = from; at < from + count; at++) {
    const start = await work.small(sheaf, at);
    const startMs = performance.now();
    const id = await start();
    while (!(await work.hasEnded(sheaf, id))) await pause(pollMs);
    times.push(performance.now() - startMs);
    await work.verify(sheaf, id);
  }
  return times;
}

const ratio = ({ alone, behind }: FairRow) => median(behind) / median(alone);

function cells(row: FairRow): string[] {
  const whole = (value: number) => value.toFixed(0);
  const of = (times: readonly number[]) => [whole(median(times)), whole(percentile(times, 0.95))];
  return [row.kind, ...of(row.alone), ...of(row.behind), ratio(row).toFixed(2), String(row.left)];
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
