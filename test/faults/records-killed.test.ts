import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobResource } from '../../api/products/jobs/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { type ApiProgram, startApiProgram } from './api-program';
import { killWorker } from './killed-worker';
import { createPlainRecords, type PlainChange, type PlainRecord, type PlainRecords } from './plain-records';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';

const seed = suiteSeed();
const rounds = 3;
const volleysPerRound = 8;
const requestsAtOnceMax = 4;
/** Requests are at work for about as long as this when a program is killed. */
const killWithinMs = 25;
const pollMs = 50;
const ids = Array.from({ length: 24 }, (_, n) => `r${n}`);
const index = 'products';

/** A request, and what its answer says has happened. */
interface PlainRequest {
  method: string;
  path: string;
  json?: unknown;
  /** Holds the answer against the model, and makes the same change there. */
  note: (status: number, body: unknown) => void;
}

let stack: OwnStack;
let worker: ProgramProcess;
let api: ApiProgram;
beforeAll(async () => {
  stack = await startOwnStack();
  [worker, api] = await Promise.all([stack.startWorker(), startApiProgram(stack.env)]);
  await stack.createIndex(index);
});
afterAll(async () => {
  await api.sigkill();
  await stack.close();
});

const random = randomNumbers(seed);
const under = (bound: number) => Math.floor(random() * bound);
const oneOf = <T>(list: readonly T[]): T => list[under(list.length)]!;

/** Waits for the API that takes the place of a killed one. */
let restarted: Promise<void> = Promise.resolve();

async function killApi(): Promise<void> {
  const killed = api;
  restarted = killed.sigkill().then(async () => {
    api = await startApiProgram(stack.env);
  });
  await restarted;
}

async function replaceWorker(): Promise<void> {
  await killWorker(stack.temporal, worker);
  worker = await stack.startWorker();
}

/** Sends a request under one key until it is answered. */
async function answered({ method, path, json }: PlainRequest): Promise<{ status: number; body: unknown }> {
  const headers = {
    authorization: `Bearer ${stack.key.text}`,
    'idempotency-key': randomUUID(),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) };
  for (;;) {
    await restarted;
    const answer = await fetch(`${api.origin}/v1${path}`, sent)
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null);
    const error = (answer?.body as { error?: string } | undefined)?.error;
    if (answer !== null && error !== 'IDEMPOTENCY_IN_PROGRESS' && error !== 'RATE_LIMITED') return answer;
    // The claim of the killed process runs out.
    await stack.api.mongo.db
      .collection('idempotency')
      .updateMany({ state: 'running' }, { $set: { leaseUntil: new Date(0) } });
    await pause(pollMs);
  }
}

let places = 0;
const newRecord = (id: string): PlainRecord => ({ id, n: places++, word: oneOf(['red', 'green', 'blue']) });

function newChange(id: string): PlainChange {
  const kind = under(10);
  if (kind < 5) return { op: 'put', record: newRecord(id) };
  if (kind < 7) return { op: 'delete', id };
  return { op: 'patch', id, members: { [oneOf(['n', 'word', 'extra'])]: under(3) === 0 ? null : places++ } };
}

/** A single write of a record. */
function writeOf(model: PlainRecords, id: string): PlainRequest {
  const change = newChange(id);
  const json = change.op === 'put' ? change.record : change.op === 'patch' ? change.members : undefined;
  return {
    method: { put: 'PUT', patch: 'PATCH', delete: 'DELETE' }[change.op],
    path: `/indexes/${index}/records/${id}`,
    json,
    note(status) {
      const statuses = { written: [202], missing: [404], open: [202, 404] }[
        model.write(change, status === 202)
      ];
      expect({ change, statuses }).toEqual({
        change,
        statuses: expect.arrayContaining([status]) as number[],
      });
    },
  };
}

/** A batch of writes, of which those of unknown records are left out. */
function batchOf(model: PlainRecords, wanted: readonly string[]): PlainRequest {
  const changes = wanted.map(newChange);
  const operations = changes.map((change) => {
    if (change.op === 'put') return { op: 'upsert', record: change.record };
    return change.op === 'patch' ? { op: 'patch', id: change.id, record: change.members } : change;
  });
  return {
    method: 'POST',
    path: `/indexes/${index}/records/batch?on_error=skip`,
    json: { operations },
    note(status, body) {
      const { errors = [] } = body as { errors?: { id: string }[] };
      const refused = new Set(errors.map(({ id }) => id));
      const outcomes = changes.map((change) =>
        model.write(
          change,
          status === 202 && !refused.has(change.op === 'put' ? change.record.id : change.id),
        ),
      );
      const most = outcomes.filter((outcome) => outcome !== 'missing').length;
      const least = outcomes.filter((outcome) => outcome === 'written').length;
      const accepted = status === 422 ? 0 : (body as { accepted: number }).accepted;
      expect({ changes, status }).toEqual({ changes, status: accepted === 0 ? 422 : 202 });
      expect(accepted).toBeGreaterThanOrEqual(least);
      expect(accepted).toBeLessThanOrEqual(most);
    },
  };
}

function uploadOf(model: PlainRecords, wanted: readonly string[], replacesAll: boolean): PlainRequest {
  const records = wanted.map(newRecord);
  return {
    method: 'POST',
    path: `/indexes/${index}/records?mode=${replacesAll ? 'replace_all' : 'upsert'}`,
    json: records,
    note(status, body) {
      model.upload(records, replacesAll);
      expect([status, body]).toMatchObject([200, { staged: records.length }]);
      if (!model.isBuilding()) expect(body).toMatchObject({ staged_total: model.staged() });
    },
  };
}

function clearOf(model: PlainRecords): PlainRequest {
  return {
    method: 'DELETE',
    path: `/indexes/${index}/records`,
    note(status) {
      model.clear();
      expect(status).toBe(202);
    },
  };
}

/** A random part of the ids, in random order. */
function someIds(): string[] {
  const left = [...ids];
  return Array.from({ length: 1 + under(8) }, () => left.splice(under(left.length), 1)[0]!);
}

/** Requests whose order does not matter, since no two have a record in common; or one that concerns all. */
function volley(model: PlainRecords): PlainRequest[] {
  const kind = under(20);
  if (kind === 0) return [clearOf(model)];
  if (kind < 3) return [uploadOf(model, someIds(), true)];
  if (kind < 7) return [uploadOf(model, someIds(), false)];
  const wanted = someIds();
  const requests: PlainRequest[] = [];
  while (wanted.length > 0 && requests.length < requestsAtOnceMax) {
    const taken = wanted.splice(0, 1 + under(3));
    requests.push(taken.length === 1 ? writeOf(model, taken[0]!) : batchOf(model, taken));
  }
  return requests;
}

/** The build under way. */
let buildJob: string | null = null;

const jobNow = async (jobId: string) => (await stack.v1<JobResource>(`/jobs/${jobId}`)).body;

async function startBuild(model: PlainRecords): Promise<void> {
  const { status, body } = await answered({
    method: 'POST',
    path: `/indexes/${index}/build`,
    note: () => undefined,
  });
  if (model.isEmpty()) {
    expect([status, (body as { error: string }).error]).toEqual([422, 'NO_DOCUMENTS']);
    return;
  }
  expect(status).toBe(202);
  buildJob = (body as { job: JobResource }).job.id;
  model.beginBuild();
}

/** Waits until it is settled which uploads the build under way takes in. */
async function settlePlan(model: PlainRecords): Promise<void> {
  if (buildJob === null) return;
  const builds = stack.api.mongo.db.collection('product_builds');
  for (;;) {
    if ((await builds.findOne({ jobId: buildJob })) !== null) break;
    if ((await jobNow(buildJob)).finished_at !== null) break;
    await pause(pollMs);
  }
  model.planBuild();
}

/** Waits for the end of the build under way, and tells the model. */
async function endBuild(model: PlainRecords): Promise<void> {
  if (buildJob === null) return;
  await settlePlan(model);
  const job = await stack.endedJob(buildJob);
  if (job.status === 'failed' && job.error_code === 'NO_RECORDS') expect(model.mayFindNothing()).toBe(true);
  else if (job.error_code !== 'CANCELLED') expect(job).toMatchObject({ status: 'succeeded', error: null });
  // A build that was ended from outside leaves the index a moment later.
  while ((await stack.getIndex(index)).running_job !== null) await pause(pollMs);
  model.endBuild(job.status === 'succeeded');
  buildJob = null;
}

async function cancelBuild(): Promise<void> {
  const { status } = await answered({ method: 'DELETE', path: `/jobs/${buildJob!}`, note: () => undefined });
  expect([200, 409]).toContain(status);
}

/** Searched records as they were sent. */
async function found(): Promise<Map<string, object>> {
  const { hits, total } = await stack.search(index, '', 100);
  expect(hits).toHaveLength(total);
  const records = hits.map((hit) => Object.entries(hit).filter(([name]) => !name.startsWith('_')));
  return new Map(records.map((members) => [String(new Map(members).get('id')), Object.fromEntries(members)]));
}

/** Once nothing is under way, holds all that the index says against the model. */
async function compare(model: PlainRecords): Promise<void> {
  await endBuild(model);
  while ((await stack.getIndex(index)).records.pending_updates > 0) await pause(pollMs);
  const served = model.served();
  expect((await stack.getIndex(index)).records).toEqual({
    served: served?.size ?? 0,
    staged: model.staged(),
    pending_updates: 0,
  });
  if (served !== null) expect(await found()).toEqual(served);
  for (const id of ids) {
    const wanted = model.record(id);
    expect(await stack.v1(`/indexes/${index}/records/${id}`)).toMatchObject(
      wanted === null ? { status: 404 } : { status: 200, body: { id, ...wanted } },
    );
  }
}

async function playVolley(model: PlainRecords): Promise<void> {
  const requests = volley(model);
  if (requests.some(({ path }) => path.includes('mode='))) await settlePlan(model);
  const kill = under(6);
  const dying = pause(under(killWithinMs)).then(() =>
    kill === 0 ? killApi() : kill === 1 ? replaceWorker() : undefined,
  );
  const answers = await Promise.all(requests.map(answered));
  for (const [place, { status, body }] of answers.entries()) requests[place]!.note(status, body);
  await dying;
}

async function playRound(model: PlainRecords): Promise<void> {
  for (let n = 0; n < volleysPerRound; n++) {
    const turn = under(8);
    if (turn < 3 && buildJob === null) await startBuild(model);
    else if (turn === 0) await cancelBuild();
    else if (turn === 1) await endBuild(model);
    await playVolley(model);
  }
  await compare(model);
}

it(`whatever is written, staged, built, cancelled and killed, records and counts are those of a plain model (seed ${seed})`, async () => {
  const model = createPlainRecords();
  for (let round = 0; round < rounds; round++) await playRound(model);
}, 600_000);
