import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobResource } from '../../api/products/jobs/schema';
import { JOB_STAGES } from '../../src/domain/products/product-job';
import { buildRunId } from '../../src/domain/products/run-ids';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { servers } from '../setup/servers';
import { hurryRetries } from './hurried-retries';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const records = 3_000;
const groups = 300;
const pollMs = 20;

let stack: OwnStack;
let worker: ProgramProcess;
let toElasticsearch: TcpProxy;

/** The worker reaches Elasticsearch through a proxy, which holds its builds up. */
beforeAll(async () => {
  stack = await startOwnStack();
  const elasticsearch = new URL(servers().elasticsearchUrl);
  toElasticsearch = await startTcpProxy(elasticsearch.host);
  elasticsearch.host = toElasticsearch.address;
  worker = await startProgram('worker', { ...stack.env, ELASTICSEARCH_URL: elasticsearch.href });
});
afterAll(async () => {
  await worker.sigkill();
  await stack.close();
  await toElasticsearch.close();
});

afterEach(() => {
  toElasticsearch.set('open');
});

const handleOf = (jobId: string) => stack.temporal.client.workflow.getHandle(buildRunId(jobId));
const jobNow = async (jobId: string) => (await stack.v1<JobResource>(`/jobs/${jobId}`)).body;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(pollMs);
}

/** Points of a run from which a reset repeats a step, with the activities that were begun there. */
async function resetPoints(jobId: string): Promise<Map<number, string>> {
  const { events } = await handleOf(jobId).fetchHistory();
  const points = events!.flatMap(({ activityTaskScheduledEventAttributes: begun }) =>
    begun == null ? [] : [[Number(begun.workflowTaskCompletedEventId), begun.activityType!.name!] as const],
  );
  return new Map(points);
}

/** The first point of each of these activities, and the last point of all. */
function stagePoints(points: ReadonlyMap<number, string>): number[] {
  const begun = [...points];
  const first = ['summarizeRange', 'openStage', 'prepareRange', 'openBuild', 'uploadRange'].map(
    (activity) => begun.find(([, name]) => name === activity)![0],
  );
  return [...first, begun.at(-1)![0]];
}

async function reset(jobId: string, runId: string, point: number): Promise<void> {
  const { client, namespace } = stack.temporal;
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: buildRunId(jobId), runId },
    workflowTaskFinishEventId: point as never,
    requestId: randomUUID(),
    reason: 'test',
  });
}

async function staged(index: string, count: number): Promise<void> {
  await stack.createIndex(index, { settings: { group_by: { field: 'parent' } } });
  const products = Array.from({ length: count }, (_, n) => ({
    id: `r${n}`,
    title: `Keyboard ${n}`,
    parent: `P${n % groups}`,
    price: n,
  }));
  await stack.stage(index, products);
}

async function isRetried(jobId: string): Promise<boolean> {
  const { raw } = await handleOf(jobId).describe();
  return (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 1);
}

describe('a build that is reset in the Temporal UI', () => {
  it('after its end stays exactly as it is, from whatever step it is run again', async () => {
    const index = 'finished';
    await staged(index, 40);
    const { id } = await stack.built(index);
    await handleOf(id).result();
    const rows = async () => ({
      job: await stack.api.deps.stores.productJobs.get(id),
      index: await stack.indexRow(index),
    });
    await until(async () => (await rows()).index.checkAt === undefined);
    const before = await rows();
    const points = await resetPoints(id);
    expect(points.size).toBeGreaterThan(JOB_STAGES['index.build'].length);
    const { runId } = await handleOf(id).describe();
    for (const point of points.keys()) {
      await reset(id, runId, point);
      await expect(handleOf(id).result()).resolves.toBe('succeeded');
    }
    expect((await rows()).job).toEqual(before.job);
    const { served, former, building, holder } = (await rows()).index;
    expect({ served, former, building, holder }).toEqual({
      served: before.index.served,
      former: before.index.former,
      building: null,
      holder: null,
    });
    expect((await stack.search(index, 'keyboard', 1)).total).toBe(40);
  });

  it('while it is held up ends well from each step before, whatever is written meanwhile', async () => {
    const index = 'held-up';
    await staged(index, records);
    const { id } = await stack.build(index);
    await until(async () =>
      (await jobNow(id)).stages.some(({ name, started_at: begun }) => name === 'verify' && begun !== null),
    );
    toElasticsearch.set('closed');
    await until(async () => (await isRetried(id)) || (await jobNow(id)).finished_at !== null);
    // A field that no record had: a table that was made again would have a column more.
    const operations = [
      { op: 'upsert', record: { id: 'late', title: 'Keyboard late', parent: 'LATE', fresh: 5 } },
      { op: 'patch', id: 'r1', record: { fresh: 6, price: 'none' } },
      { op: 'delete', id: 'r2' },
    ];
    expect((await stack.v1(`/indexes/${index}/records/batch`, { json: { operations } })).status).toBe(202);
    const { runId } = await handleOf(id).describe();
    for (const point of stagePoints(await resetPoints(id))) {
      await reset(id, runId, point);
      await until(async () => (await isRetried(id)) || (await jobNow(id)).finished_at !== null);
    }
    toElasticsearch.set('open');
    await hurryRetries(stack.temporal, buildRunId(id));
    expect(await stack.endedJob(id)).toMatchObject({ status: 'succeeded', error: null });
    await until(async () => {
      const { records: counted, running_job: running } = await stack.getIndex(index);
      return counted.pending_updates === 0 && running === null;
    });
    expect((await stack.indexRow(index)).building).toBeNull();
    const found = await stack.search(index, 'keyboard', 1);
    expect(found.total_records).toBe(records);
    expect((await stack.search(index, 'late')).hits.map((hit) => hit.id)).toEqual(['late']);
    expect(await stack.built(index)).toMatchObject({ status: 'succeeded', result: { records } });
  });
});
