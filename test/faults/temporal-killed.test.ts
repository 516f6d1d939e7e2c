import { setTimeout as pause } from 'node:timers/promises';
import { type TemporalPair } from '../../embedded/cluster/temporal-pair';
import { findPostgres } from '../../embedded/servers/postgres';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { type JobResource } from '../../api/products/jobs/schema';
import { receiveEvents } from '../setup/event-receiver';
import { fillBucket } from '../setup/fill-bucket';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { startOwnTemporal } from '../setup/own-temporal';
import { type ProgramProcess } from '../setup/program-process';
import { type ApiProgram, startApiProgram } from './api-program';
import { collect, compareStores } from './both-stores';
import { type ClusterLoad, createClusterLoad, loadLimits } from './cluster-load';
import { underLoad } from './under-load';

const files = 60;
const records = 300;
const pollMs = 100;
/** Between two jobs, so that no minute has more of them than an organization may ask for. */
const notePauseMs = 1_100;
/** Go builds the server once for a machine, which takes five minutes of a processor. */
const buildTimeoutMs = 30 * 60_000;
/** Jobs and queries that show that the service works after a fault. */
const further = 3;

const withPostgres = findPostgres() === undefined ? describe.skip : describe;

let temporal: TemporalPair;
let stack: OwnStack;
let api: ApiProgram;
let load: ClusterLoad;

async function ended(jobId: string): Promise<IndexJobResource> {
  for (;;) {
    const job = await load.until<IndexJobResource>('GET', `/v2/jobs/${jobId}`);
    if (job.completed_at !== null) return job;
    await pause(pollMs);
  }
}

withPostgres('Temporal on PostgreSQL', () => {
  beforeAll(async () => {
    temporal = await startOwnTemporal();
    stack = await startOwnStack({ env: loadLimits });
    await stack.startWorker();
    api = await startApiProgram(stack.env);
    load = createClusterLoad(api, stack.key.text);
  }, buildTimeoutMs);
  afterAll(async () => {
    await (api as ProgramProcess).sigkill();
    await stack.close();
    await temporal.close();
  });

  it('one of two Temporal processes over PostgreSQL dies, then the other: every job ends once, queries are answered', async () => {
    for (const name of ['busy', 'notes']) await stack.createCollection(name);
    const heard = await receiveEvents(stack, '/events', {});
    const told = () => new Set(heard.map(({ job_id: jobId }) => jobId));
    await stack.createIndex('lamps');
    await stack.stage(
      'lamps',
      Array.from({ length: records }, (_, n) => ({ id: `p${n}`, title: `lamp ${n}`, price: n % 97 })),
    );
    const texts = Array.from({ length: files }, (_, n) => ({
      name: `busy-${n}.txt`,
      content: `Pump ${n} leaks.`,
    }));
    const bucket = await fillBucket(texts);
    const bigJob = await stack.accepted(stack.index('s3compatible', bucket, { collection: 'busy' }));
    const build = (await load.until<{ job: JobResource }>('POST', '/v1/indexes/lamps/build')).job.id;

    let isOver = false;
    let asked = 0;
    const noted: string[] = [];
    async function noteAll(): Promise<void> {
      while (!isOver) {
        const content = `Note ${noted.length} of what happens meanwhile.`;
        const accepted = await load.once<AcceptedIndexJob>('POST', '/v2/collections/notes/index/text', {
          content,
        });
        if (accepted !== null) noted.push(accepted.job_id);
        await pause(notePauseMs);
      }
    }
    async function askAll(): Promise<void> {
      while (!isOver) {
        // Queries do without Temporal: none may be refused.
        const answer = await load.once('POST', '/v3/collections/busy/query', { query: 'pump', limit: 3 });
        expect(answer).not.toBeNull();
        asked++;
        await pause(pollMs);
      }
    }
    const { meanwhile, ended: loadEnded } = underLoad([noteAll(), askAll()]);
    async function goesOn(): Promise<void> {
      const [a, b] = [asked, noted.length];
      while (asked < a + further || noted.length < b + further) await pause(pollMs);
      await ended(noted.at(-1)!);
    }

    await meanwhile(goesOn());
    for (const name of ['temporal-1', 'temporal-2'] as const) {
      await temporal.kill(name);
      await meanwhile(goesOn());
      await meanwhile(temporal.restart(name));
      await meanwhile(goesOn());
    }
    expect(await meanwhile(ended(bigJob))).toMatchObject({
      status: 'completed',
      progress: { files_processed: files },
    });
    expect(await meanwhile(stack.endedJob(build))).toMatchObject({
      status: 'succeeded',
      result: { records },
    });
    isOver = true;
    await loadEnded;

    for (const jobId of noted) expect(await ended(jobId)).toMatchObject({ status: 'completed' });
    const jobs = [bigJob, ...noted];
    while (!jobs.every((jobId) => told().has(jobId))) await pause(pollMs);
    // An attempt whose answer was lost with Temporal is made again, with the same event.
    expect([...told()].sort()).toEqual([...jobs].sort());
    await collect(stack.api, 30);
    expect(await compareStores(stack.api)).toBe(files + noted.length);
    const { credits, places } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
  }, 900_000);
});
