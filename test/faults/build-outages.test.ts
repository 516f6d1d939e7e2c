import { setTimeout as pause } from 'node:timers/promises';
import { type JobResource } from '../../api/products/jobs/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { servers } from '../setup/servers';
import { hurryRetries } from './hurried-retries';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const records = 6_000;
const pollMs = 20;

let stack: OwnStack;
let worker: ProgramProcess;
let toElasticsearch: TcpProxy;
let toMongo: TcpProxy;

/** The API goes straight to the servers, the worker through proxies. */
beforeAll(async () => {
  stack = await startOwnStack();
  const elasticsearch = new URL(servers().elasticsearchUrl);
  const mongo = new URL(stack.env.MONGODB_URL!);
  toElasticsearch = await startTcpProxy(elasticsearch.host);
  toMongo = await startTcpProxy(mongo.host);
  elasticsearch.host = toElasticsearch.address;
  mongo.host = toMongo.address;
  mongo.search = '?directConnection=true';
  const env = { ...stack.env, ELASTICSEARCH_URL: elasticsearch.href, MONGODB_URL: mongo.href };
  worker = await startProgram('worker', env);
});
afterAll(async () => {
  await worker.sigkill();
  await stack.close();
  await Promise.all([toElasticsearch.close(), toMongo.close()]);
});

const products = (note: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: `${note} item${n}` }));

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(pollMs);
}

async function jobNow(jobId: string): Promise<JobResource> {
  return (await stack.v1<JobResource>(`/jobs/${jobId}`)).body;
}

const began = (stage: string) => async (jobId: string) =>
  (await jobNow(jobId)).stages.some(
    ({ name, started_at: startedAt }) => name === stage && startedAt !== null,
  );

/** Whether a step of a build has failed and will be tried again. */
async function isRetried(jobId: string): Promise<boolean> {
  const { raw } = await stack.temporal.client.workflow.getHandle(`index-build/${jobId}`).describe();
  return (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 2);
}

/** An index that serves a build of 10 records, and has `records` others staged. */
async function served(name: string, note = 'later'): Promise<void> {
  await stack.createIndex(name);
  await stack.stage(name, products('former', 10));
  expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  await stack.stage(name, products(note, records), { replacesAll: true });
}

describe('a server that is away in the middle of a build', () => {
  it.each([
    ['Elasticsearch while documents are written', () => toElasticsearch, 'upload'],
    ['Elasticsearch while the build is checked', () => toElasticsearch, 'verify'],
    ['MongoDB while documents are written', () => toMongo, 'upload'],
  ])(
    '%s: the build waits, what is served stays, and every record is there once',
    async (name, way, stage) => {
      const index = name.toLowerCase().replaceAll(' ', '-');
      await served(index);
      const { id } = await stack.build(index);
      await until(() => began(stage)(id));
      way().set('closed');
      // The last steps may have been quicker than the outage.
      await until(async () => (await isRetried(id)) || (await jobNow(id)).finished_at !== null);
      if ((await jobNow(id)).finished_at === null) {
        expect((await jobNow(id)).status).toBe('running');
        expect((await stack.search(index, 'former', 1)).total).toBe(10);
      }
      way().set('open');
      await hurryRetries(stack.temporal, `index-build/${id}`);
      expect(await stack.endedJob(id)).toMatchObject({ status: 'succeeded', result: { records } });
      expect((await stack.search(index, 'later', 1)).total).toBe(records);
      expect(await stack.getIndex(index)).toMatchObject({ status: 'ready', running_job: null });
    },
  );
});

describe('a search engine whose disk is full', () => {
  it('fails the build with ENGINE_ERROR, says so, and serves the former build; with room the next one succeeds', async () => {
    const index = 'no-room';
    await served(index);
    const { id } = await stack.build(index);
    await until(async () => (await stack.indexRow(index)).building !== null);
    const { physical } = (await stack.indexRow(index)).building!;
    await stack.api.elasticsearch.indices.putSettings({
      index: physical,
      settings: { 'index.blocks.read_only_allow_delete': true },
    });
    const job = await stack.endedJob(id);
    expect(job).toMatchObject({ status: 'failed', error_code: 'ENGINE_ERROR' });
    expect(job.error).toContain('disk is full');
    expect((await stack.search(index, 'former', 1)).total).toBe(10);
    await until(async () => (await stack.getIndex(index)).running_job === null);
    await until(async () => !(await stack.api.elasticsearch.indices.exists({ index: physical })));
    expect(await stack.built(index)).toMatchObject({ status: 'succeeded', result: { records } });
  });
});
