import { setTimeout as pause } from 'node:timers/promises';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { type JobResource } from '../../api/products/jobs/schema';
import { indexingPerMinuteMax } from '../../src/domain/platform/limits';
import { fillBucket } from '../setup/fill-bucket';
import { type SearchAnswer } from '../setup/product-calls';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type OwnCluster, startOwnCluster } from '../setup/own-cluster';
import { type ProgramProcess } from '../setup/program-process';
import { startApiProgram } from './api-program';
import { collect, compareStores } from './both-stores';
import { type ClusterLoad, createClusterLoad, loadLimits } from './cluster-load';
import { underLoad } from './under-load';

/**
 * The test needs minutes and most of a machine, so that it runs only where it is asked for: `CLUSTER_FILES=60`, or
 * 2000 for the size of its promise. The rest follows.
 */
const filesAsked = process.env.CLUSTER_FILES;
const files = Number(filesAsked ?? 60);
const questions = Math.max(40, files / 4);
const knownFiles = 40;
const records = files * 5;
const queryLanes = 4;
/** Between two queries of a lane: at most 50 a second in all, as far as the machine keeps up. */
const queryPauseMs = (1_000 * queryLanes) / 50;
/** Between two notes: an organization may start as many indexing jobs a minute. */
const notePauseMs = 60_000 / indexingPerMinuteMax;
const pollMs = 100;

const nouns = 'pump valve seal gauge shaft motor filter bearing nozzle rotor flange gasket'.split(' ');
const verbs = 'leaks hums stalls overheats vibrates rattles freezes corrodes sticks drifts'.split(' ');
const noun = (n: number) => nouns[n % nouns.length]!;
const verb = (n: number) => verbs[Math.floor(n / nouns.length) % verbs.length]!;

/** A text that only one question is about. */
const knownText = (n: number) =>
  `Note ${n}. When the ${noun(n)} of machine m${n} ${verb(n)}, call station s${n * 7} before the shift ends.`;
const question = (n: number) => {
  const at = n % knownFiles;
  return n < knownFiles
    ? `machine m${at} ${noun(at)}`
    : `what if the ${noun(at)} ${verb(n)} station s${at * 7}`;
};

let cluster: OwnCluster;
let stack: OwnStack;
let worker: ProgramProcess;
let load: ClusterLoad;
/** Key of another environment, in which words are counted apart from what the load writes. */
let calmKey: string;
beforeAll(async () => {
  cluster = await startOwnCluster();
  stack = await startOwnStack({ env: loadLimits });
  worker = await stack.startWorker();
  load = createClusterLoad(await startApi(), stack.key.text);
  const calm = { organizationId: stack.key.organizationId, environment: 'staging' } as const;
  calmKey = (await stack.api.stores.apiKeys.create(calm, ['index', 'query'])).text;
});
afterAll(async () => {
  await stack.close();
  await cluster.close();
});

async function startApi() {
  const api = await startApiProgram(stack.env);
  programs.push(api);
  return api;
}
const programs: ProgramProcess[] = [];
afterAll(() => Promise.all(programs.map((program) => program.sigkill())));

/** What a question is answered with, without what names the query. */
interface Answer {
  total_results: number;
  results: unknown[];
}

const ask = (n: number) => {
  const body = { query: question(n), semantic_ratio: n % 2 === 0 ? 0 : 0.5 };
  return load.once<Answer>('POST', '/v3/collections/known/query', body, calmKey);
};
const found = ({ total_results, results }: Answer) => JSON.stringify({ total_results, results });

const searchBody = (n: number) => ({ query: `${noun(n)} ${verb(n)}`, per_page: 20 });
const search = (n: number) => load.once<SearchAnswer>('POST', '/v1/indexes/lamps/search', searchBody(n));
const hitsOf = ({ total, hits }: SearchAnswer) => JSON.stringify({ total, hits });

async function until<T>(ask_: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask_();
    if (answer !== null) return answer;
    await pause(pollMs);
  }
}

async function jobEnded(jobId: string, as?: string): Promise<IndexJobResource> {
  return until(async () => {
    const path = `/v2/jobs/${jobId}?files_limit=500`;
    const job = await load.once<IndexJobResource>('GET', path, undefined, as);
    if (worker.hasEnded()) throw new Error(`the worker has ended:\n${worker.log()}`);
    return job?.completed_at == null ? null : job;
  });
}

const product = (n: number) => ({ id: `p${n}`, title: `${noun(n)} ${verb(n)} model ${n}`, price: n % 97 });

(filesAsked === undefined ? it.skip : it)(
  `a node of Elasticsearch, MongoDB's primary and another node die one after the other under load (${files} files): nothing acknowledged is lost, no answer is wrong, every job ends`,
  async () => {
    for (const name of ['busy', 'notes']) await stack.createCollection(name);
    await load.until('PUT', '/v2/collections/known', {}, calmKey);
    for (let n = 0; n < knownFiles; n++) {
      const path = '/v2/collections/known/index/text';
      const { job_id } = await load.until<AcceptedIndexJob>('POST', path, { content: knownText(n) }, calmKey);
      expect(await jobEnded(job_id, calmKey)).toMatchObject({ status: 'completed' });
    }
    await stack.createIndex('lamps');
    await stack.createIndex('shelf');
    await stack.stage(
      'lamps',
      Array.from({ length: 500 }, (_, n) => product(n)),
    );
    expect(await stack.built('lamps')).toMatchObject({ status: 'succeeded' });
    await stack.stage(
      'shelf',
      Array.from({ length: records }, (_, n) => product(n)),
    );

    const before = await Promise.all(Array.from({ length: questions }, (_, n) => until(() => ask(n))));
    const expected = before.map(found);
    expect(before.filter(({ results }) => results.length === 0)).toEqual([]);
    const searches = await Promise.all(nouns.map((_, n) => until(() => search(n))));
    const expectedHits = searches.map(hitsOf);

    const delivered = new Set<string>();
    stack.links.files.set('/events', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        delivered.add((JSON.parse(body) as { data: { job_id: string } }).data.job_id);
        response.end();
      });
    });
    await load.until('POST', '/v2/webhooks/endpoints', { url: `${stack.links.origin}/events` });

    const busy = Array.from({ length: files }, (_, n) => ({
      name: `busy-${n}.txt`,
      content: `Busy ${knownText(n)}`,
    }));
    const bucket = await fillBucket(busy);
    const bigJob = await stack.accepted(stack.index('s3compatible', bucket, { collection: 'busy' }));
    const build = (await load.until<{ job: JobResource }>('POST', '/v1/indexes/shelf/build')).job.id;

    let isOver = false;
    const wrong: string[] = [];
    let asked = 0;
    async function askAll(lane: number): Promise<void> {
      for (let n = lane; !isOver; n += queryLanes) {
        const at = n % questions;
        const answer = await ask(at);
        if (answer !== null) asked++;
        if (answer !== null && found(answer) !== expected[at])
          wrong.push(`${question(at)}: ${found(answer)}`);
        const hits = await search(n % nouns.length);
        if (hits !== null && hitsOf(hits) !== expectedHits[n % nouns.length])
          wrong.push(`search ${noun(n)}: ${hitsOf(hits)}`);
        await pause(queryPauseMs);
      }
    }
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
    const written: number[] = [];
    async function writeAll(): Promise<void> {
      for (let n = 1_000_000; !isOver; n++) {
        const { id, ...record } = product(n);
        if (
          (await load.once('PUT', `/v1/indexes/lamps/records/${id}`, { ...record, title: `new ${n}` })) !==
          null
        )
          written.push(n);
        await pause(pollMs);
      }
    }
    const lanes = [...Array.from({ length: queryLanes }, (_, lane) => askAll(lane)), noteAll(), writeAll()];
    const { meanwhile, ended: loadEnded } = underLoad(lanes);
    async function goesOn(): Promise<void> {
      const [a, b, c] = [asked, noted.length, written.length];
      while (asked < a + questions / 6 || noted.length < b + 3 || written.length < c + 3) await pause(pollMs);
    }

    /** For each death, how many requests were refused and how long; `CLUSTER_FILES` has it printed. */
    const outages: string[] = [];
    await meanwhile(goesOn());
    for (const [what, name] of [
      ['a node of Elasticsearch', () => Promise.resolve('elasticsearch-1' as const)],
      ["MongoDB's primary", () => until(async () => (await cluster.primary()) ?? null)],
      ['another node of Elasticsearch', () => Promise.resolve('elasticsearch-2' as const)],
    ] as const) {
      const victim = await name();
      const killedMs = performance.now();
      await cluster.kill(victim);
      await meanwhile(goesOn());
      await meanwhile(cluster.restart(victim));
      await meanwhile(goesOn());
      await meanwhile(allCopies());
      const count = load.refused().filter(({ atMs }) => atMs >= killedMs).length;
      outages.push(
        `${what} (${victim}): no answer for ${load.longestSilenceMs(killedMs).toFixed(0)} ms at most, ${count} refusals within ${load.refusedMs(killedMs).toFixed(0)} ms, ${asked} answers so far`,
      );
    }
    process.stdout.write(`${outages.join('\n')}\n`);
    expect(wrong).toEqual([]);

    const bigEnd = await meanwhile(jobEnded(bigJob));
    expect(bigEnd).toMatchObject({ status: 'completed', progress: { files_processed: files } });
    expect(await meanwhile(stack.endedJob(build))).toMatchObject({
      status: 'succeeded',
      result: { records },
    });
    isOver = true;
    await loadEnded;

    for (const jobId of noted) expect(await jobEnded(jobId)).toMatchObject({ status: 'completed' });
    for (const n of written)
      expect(await load.until('GET', `/v1/indexes/lamps/records/p${n}`)).toMatchObject({
        record: { title: `new ${n}` },
      });
    const after = await Promise.all(Array.from({ length: questions }, (_, n) => until(() => ask(n))));
    expect(after.map(found)).toEqual(expected);
    const jobs = [bigJob, ...noted];
    while (!jobs.every((jobId) => delivered.has(jobId))) await pause(pollMs);
    for (const jobId of jobs) await stack.temporal.client.workflow.getHandle(`index-job/${jobId}`).result();

    await collect(stack.api, 30);
    expect(await compareStores(stack.api)).toBe(knownFiles + files + noted.length);
    const { credits, places } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
  },
  1_800_000,
);

/** Waits until each shard is on as many nodes as it should be. */
async function allCopies(): Promise<void> {
  for (;;) {
    const { status } = await stack.api.elasticsearch.cluster.health({});
    if (status === 'green') return;
    await pause(pollMs);
  }
}
