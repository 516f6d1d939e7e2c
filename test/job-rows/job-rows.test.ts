import { type Db } from 'mongodb';
import { type JobKind, type JobRow } from '../../src/job-rows/job-kind';
import { createJobRows } from '../../src/job-rows/job-rows';
import { findOrphans } from '../../src/job-rows/orphan-holds';
import { repairJob } from '../../src/job-rows/repair-job';
import { createCapacityStore } from '../../src/stores/platform/capacity';
import { createCreditStore, type LedgerRow } from '../../src/stores/platform/credits';
import { takeStartHolds } from '../../src/stores/platform/start-holds';
import { startDatabase, type TestDatabase } from '../setup/database';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';
import { type Fuse, Killed, mortalDatabase } from './mortal';

const seed = suiteSeed();
const sequences = 6;
const roundsPerSequence = 30;
const jobsAtOnce = 3;
const balance = 1_000;
/** Some processes live through several operations, most die in the middle of one. */
const fuseMax = 24;

interface TestRow extends JobRow {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  writer: string | null;
  notes: string[];
  used: number;
  endedAt: Date | null;
  expiresAt?: Date;
}

const kind: JobKind<TestRow> = {
  name: 'test',
  collection: 'test_jobs',
  states: { waiting: 'waiting', atWork: ['running'], final: ['done', 'failed', 'cancelled'] },
  moves: {
    running: ['waiting', 'running'],
    done: ['running'],
    failed: ['waiting', 'running'],
    cancelled: ['waiting', 'running'],
  },
  checkAfterMs: 60_000,
  startGraceMs: 30_000,
  endedAt: 'endedAt',
  updatedAt: null,
  expiry: { field: 'expiresAt', afterMs: () => 60_000 },
  billing: {
    holdKind: 'test',
    hasPlace: true,
    chargedStates: ['done', 'cancelled'],
    price: ({ used }) => (used === 0 ? null : used),
  },
};

/** Time at which everything is due, and expired. */
const muchLater = () => new Date(Date.now() + 3_600_000);

let database: TestDatabase;
let organizationId: string;
beforeAll(async () => {
  database = await startDatabase();
  organizationId = await database.stores.organizations.ensure('acme');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.mongo.db.collection(kind.collection).deleteMany({});
  await createWorker(database.mongo.db, createRuns(), []).releaseOrphans();
  await database.mongo.db.collection<LedgerRow>('credits').deleteMany({});
  await database.stores.credits.setBalance(organizationId, balance);
});

/** Runs as Temporal has them: one that was begun is at work until it has closed, and is not begun again. */
function createRuns() {
  const states = new Map<string, 'running' | 'closed' | 'terminated'>();
  return {
    start(jobId: string): Promise<'running' | 'closed'> {
      if (states.get(jobId) !== 'closed') states.set(jobId, 'running');
      return Promise.resolve(states.get(jobId) === 'running' ? 'running' : 'closed');
    },
    describe: (jobId: string) => Promise.resolve(states.get(jobId) ?? ('missing' as const)),
    cancel: () => Promise.resolve(),
    close: (jobId: string, as: 'closed' | 'terminated') => states.has(jobId) && states.set(jobId, as),
  };
}

type Runs = ReturnType<typeof createRuns>;

/** A process of the service over a database; all that it does is what programs do with the machine. */
function createWorker(db: Db, runs: Runs, ended: string[]) {
  const credits = createCreditStore(db);
  const capacity = createCapacityStore(db);
  const jobs = createJobRows<TestRow>(db, kind, {
    credits,
    capacity,
    onFinalJob: ({ state }) => void ended.push(state),
  });

  async function giveBack(jobId: string): Promise<void> {
    await capacity.give('test', jobId);
    await credits.release(organizationId, jobId);
  }

  async function end(jobId: string, state: 'done' | 'failed' | 'cancelled', used: number): Promise<void> {
    const { row, isCharged } = await jobs.end(jobId, { state, set: { used: state === 'failed' ? 0 : used } });
    if (row?.checkAt !== undefined && kind.states.final.includes(row.state))
      await jobs.settle(row, { isCharged });
  }

  return {
    jobs,
    end,

    async accept(jobId: string, startFails: boolean): Promise<void> {
      const wanted = { kind: 'test', jobId, placesMax: 100, holdsMax: 100, organizationId, credits: 2 };
      expect(await takeStartHolds({ db, capacity, credits }, wanted)).toBe('reserved');
      const tenant = { organizationId, environment: 'production' } as const;
      const facts = {
        writer: null,
        notes: [],
        used: 0,
        createdAt: new Date(),
        startedAt: null,
        endedAt: null,
      };
      await jobs.insertOnce({ _id: jobId, ...tenant, ...facts });
      if (!startFails) await runs.start(jobId);
      else if (await jobs.withdraw(jobId)) await giveBack(jobId);
    },

    async work(jobId: string, writer: string): Promise<void> {
      if ((await runs.describe(jobId)) !== 'running') return;
      if ((await jobs.claim(jobId))?.state !== 'running') return;
      if ((await jobs.enterStage(jobId, { writer, step: 'step' })) === null) return;
      await jobs.write(jobId, { $push: { notes: writer } }, { where: { writer } });
    },

    /** A sweep of rows, as its activity does it. */
    async sweep(): Promise<void> {
      const now = muchLater();
      for (const row of await jobs.dueForCheck(now, null, 1_000)) {
        await repairJob(kind, row, {
          runs,
          start: ({ _id }) => runs.start(_id),
          settle: (final) => jobs.settle(final),
          stop: ({ _id }) => end(_id, 'failed', 0),
        });
      }
    },

    /** A sweep of holds. It waits out acceptances under way, so that it is never at work beside one. */
    async releaseOrphans(): Promise<void> {
      const now = muchLater();
      const [holds, places] = await Promise.all([credits.listHolds(now, 1_000), capacity.holders('test')]);
      const orphans = await findOrphans(
        { billing: { holdKind: 'test', hasPlace: true }, jobs },
        { holds, places, before: now },
      );
      for (const { id } of orphans.holds) await credits.release(organizationId, id);
      for (const { id } of orphans.places) await capacity.give('test', id);
    },

    async expire(): Promise<void> {
      const now = muchLater();
      for (const { _id } of await jobs.dueForPurge(now, 1_000)) await jobs.remove(_id, now);
    },
  };
}

type Worker = ReturnType<typeof createWorker>;

async function stateNow() {
  const { db } = database.mongo;
  const rows = await db.collection<TestRow>(kind.collection).find().toArray();
  const ledger = await db.collection<LedgerRow>('credits').find({ organizationId }).toArray();
  const holds = await database.stores.credits.listHolds(muchLater(), 1_000);
  const places = await database.stores.capacity.holders('test');
  return {
    rows: new Map(rows.map((row) => [row._id, row])),
    charges: new Map(ledger.map(({ _id, halfCredits }) => [_id, halfCredits / 2])),
    holds: holds.filter((hold) => hold.kind === 'test').map(({ id }) => id),
    places: places.map(({ id }) => id),
  };
}

type State = Awaited<ReturnType<typeof stateNow>>;

/** States that a job may be in after some moves. */
function reachable(from: TestRow['state']): Set<TestRow['state']> {
  const found = new Set([from]);
  for (const state of found)
    for (const [to, sources] of Object.entries(kind.moves))
      if (sources.includes(state)) found.add(to as TestRow['state']);
  return found;
}

/**
 * What holds at every moment, whatever has died.
 *
 * @param finals rows as they were when they were final first
 */
function expectSound(state: State, before: State, finals: Map<string, TestRow>): void {
  for (const [jobId, row] of state.rows) {
    const former = before.rows.get(jobId);
    if (former !== undefined) expect(reachable(former.state)).toContain(row.state);
    const { checkAt: _, ...lasting } = row;
    const final = finals.get(jobId);
    if (final !== undefined) expect(lasting).toEqual(final);
    else if (kind.states.final.includes(row.state)) finals.set(jobId, lasting);
    if (!kind.states.final.includes(row.state)) expect(state.charges.has(jobId)).toBe(false);
  }
  for (const [jobId, { used }] of finals) expect(state.charges.get(jobId) ?? 0).toBe(used);
}

/** What holds once a sweep has been through. */
async function expectRepaired(state: State, runs: Runs): Promise<void> {
  const open: string[] = [];
  for (const [jobId, row] of state.rows) {
    if (kind.states.final.includes(row.state)) expect(row.checkAt).toBeUndefined();
    else {
      expect(await runs.describe(jobId)).toBe('running');
      open.push(jobId);
    }
  }
  expect(state.holds.sort()).toEqual(open.sort());
  expect(state.places.sort()).toEqual(open);
}

describe(`job rows under random deaths (seed ${seed})`, () => {
  const random = randomNumbers(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const oneOf = <T>(items: readonly T[]) => items[below(items.length)]!;

  /** A random operation on one of the jobs. */
  function anyOperation(jobIds: readonly string[], runs: Runs, finals: Map<string, TestRow>) {
    const jobId = oneOf(jobIds);
    const used = below(3) / 2;
    const writer = `w${below(1_000_000)}`;
    const startFails = below(4) === 0;
    const operations: ((worker: Worker) => Promise<unknown>)[] = [
      (worker) => (finals.has(jobId) ? Promise.resolve() : worker.accept(jobId, startFails)),
      (worker) => worker.work(jobId, writer),
      (worker) => worker.work(jobId, writer),
      (worker) => worker.jobs.write(jobId, { $push: { notes: writer } }),
      (worker) => worker.end(jobId, 'done', used),
      (worker) => worker.end(jobId, 'failed', 0),
      (worker) => worker.end(jobId, 'cancelled', used),
      (worker) => worker.sweep(),
      () => Promise.resolve(runs.close(jobId, oneOf(['closed', 'terminated']))),
    ];
    return oneOf(operations);
  }

  it.each(Array.from({ length: sequences }, (_, n) => n + 1))(
    'sequence %i: each job ends once, is charged once or not at all, and holds nothing afterwards',
    async (sequence) => {
      const jobIds = Array.from({ length: jobsAtOnce }, (_, n) => `job-${sequence}-${n}`);
      const runs = createRuns();
      const ended: string[] = [];
      const finals = new Map<string, TestRow>();
      const mortalWorker = () => {
        const fuse: Fuse = { left: below(fuseMax) };
        return createWorker(mortalDatabase(database.mongo.db, fuse), runs, ended);
      };
      /** Some operations at once, each of a process that may die, and that is begun again if it does. */
      async function attempt(operation: (worker: Worker) => Promise<unknown>): Promise<void> {
        for (let tries = 1 + below(2); tries > 0; tries--) {
          try {
            return void (await operation(mortalWorker()));
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
          }
        }
      }

      let before = await stateNow();
      for (let round = 0; round < roundsPerSequence; round++) {
        const atOnce = Array.from({ length: 1 + below(3) }, () => anyOperation(jobIds, runs, finals));
        await Promise.all(atOnce.map(attempt));
        if (below(3) === 0) await attempt((worker) => worker.releaseOrphans());
        const state = await stateNow();
        expectSound(state, before, finals);
        before = state;
      }

      const immortal = createWorker(database.mongo.db, runs, ended);
      await immortal.sweep();
      await immortal.releaseOrphans();
      const repaired = await stateNow();
      expectSound(repaired, before, finals);
      await expectRepaired(repaired, runs);

      for (const jobId of jobIds) await immortal.end(jobId, 'failed', 0);
      await attempt((worker) => worker.expire());
      await immortal.expire();
      const over = await stateNow();
      expect({ ...over, charges: [...over.charges].length }).toMatchObject({ holds: [], places: [] });
      expect(over.rows.size).toBe(0);
      expect(ended.length).toBeLessThanOrEqual(jobsAtOnce);
      const charged = [...over.charges.values()].reduce((sum, credits) => sum + credits, 0);
      expect(await database.stores.credits.remaining(organizationId)).toBe(balance - charged);
    },
  );
});

it.each([
  ['done', 1.5],
  ['done', 0],
  ['failed', 0],
  ['cancelled', 2],
] as const)(
  'a process that dies anywhere on the way to %s with %d credits is made up for by a sweep',
  async (state, used) => {
    const runs = createRuns();
    const ended: string[] = [];
    const immortal = createWorker(database.mongo.db, runs, ended);
    const finals = new Map<string, TestRow>();
    for (let left = 0, died = true; died; left++) {
      const jobId = `job-${left}`;
      await immortal.accept(jobId, false);
      await immortal.work(jobId, 'writer');
      const mortal = createWorker(mortalDatabase(database.mongo.db, { left }), runs, ended);
      died = await mortal.end(jobId, state, used).then(
        () => false,
        (error: unknown) => error instanceof Killed,
      );
      await immortal.sweep();
      const swept = await stateNow();
      expectSound(swept, swept, finals);
      // Holds of ended jobs are closed by the sweep of rows alone.
      await expectRepaired(swept, runs);
    }
    expect(finals.size).toBeGreaterThan(1);
  },
);

it('an attempt that has lost its stage writes nothing more', async () => {
  const runs = createRuns();
  const worker = createWorker(database.mongo.db, runs, []);
  const { jobs } = worker;
  await worker.accept('job', false);
  await jobs.claim('job');
  await jobs.enterStage('job', { writer: 'first', step: 'step' });
  const second = await jobs.enterStage('job', { writer: 'second', step: 'step' });
  expect(second?.tries).toEqual({ step: 'step', count: 2 });
  expect(await jobs.write('job', { $push: { notes: 'late' } }, { where: { writer: 'first' } })).toBe(false);
  expect(await jobs.write('job', { $push: { notes: 'now' } }, { where: { writer: 'second' } })).toBe(true);
  expect((await jobs.get('job'))?.notes).toEqual(['now']);
});
