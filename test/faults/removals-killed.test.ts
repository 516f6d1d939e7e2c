import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nameIdentity } from '../../src/domain/documents/source-identity';
import { type CollectionRow } from '../../src/stores/documents/contents/collections';
import { startDatabase, type TestDatabase } from '../setup/database';
import { servers } from '../setup/servers';
import { createCollectionReads } from '../stores/documents/collections/collection-reads';
import { addDocument } from '../stores/documents/collections/collection-stack';
import { type TakeAwayWork } from './programs/take-away';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';

const seed = suiteSeed(20_261_124);
const syncId = 'sync_1';
const jobId = 'job_1';
const names = Array.from({ length: 30 }, (_, n) => `n${n}`);
const identities = names.map(nameIdentity);
const killsMax = 6;
/** After this time the collector takes what a killed process has left for left behind. */
const leftBehindMs = 25 * 3_600_000;

let database: TestDatabase;
let collection: CollectionRow;
beforeAll(async () => {
  database = await startDatabase({ isNew: true });
});
afterAll(() => database.close());

const { create, reread, listed, found, upkeepAfter } = createCollectionReads(() => ({
  database,
  collection,
}));

/** Has a process do some work and kills it `afterMs` after it has begun; answers whether it was killed at it. */
async function killed(kind: TakeAwayWork['kind'], afterMs: number): Promise<boolean> {
  const work: TakeAwayWork = {
    mongoUrl: database.url,
    elasticsearchUrl: servers().elasticsearchUrl,
    collectionId: collection._id,
    kind,
    jobId,
    syncId,
    identities,
  };
  const program = join(__dirname, 'programs/take-away.ts');
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', program, JSON.stringify(work)], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await pause(afterMs);
  child.kill('SIGKILL');
  const [, signal] = (await closed) as [number | null, string | null];
  return signal === 'SIGKILL';
}

/** Names of the files that the job has noted as taken away. */
async function noted(): Promise<string[]> {
  const rows = await database.mongo.db.collection('job_removals').find({ jobId }).toArray();
  return rows.map(({ identity }) => (identity as string).slice('name:'.length));
}

async function shown(): Promise<Map<string, { documentId: string; archived: boolean }>> {
  await listed();
  const row = await reread();
  const { documents } = await database.stores.documents.list(row, { offset: 0, limit: 100 });
  return new Map(documents.map(({ filename, documentId, archived }) => [filename, { documentId, archived }]));
}

/** The search index and the records say the same, once what was left behind is repaired. */
async function expectSearch(archived: readonly string[], standing: readonly string[]): Promise<void> {
  const upkeep = upkeepAfter(leftBehindMs);
  await upkeep.repairSearch();
  // Of clones that were never shown the index has rows, which queries leave out.
  await upkeep.removeVersions(() => undefined);
  const rows = await found();
  const named = (isArchived: boolean) =>
    rows.filter((row) => row.archived === isArchived && row.removed === null).map(({ filename }) => filename);
  expect([named(true).sort(), named(false).sort()]).toEqual([[...archived].sort(), [...standing].sort()]);
}

describe.each(['remove', 'archive'] as const)('processes that are killed while they %s', (mode) => {
  test(`leave nothing half done, and the rollback brings all of it back (seed ${seed})`, async () => {
    const next = randomNumbers(seed);
    await database.mongo.db.collection('job_removals').deleteMany({});
    const jobs = database.mongo.db.collection<{ _id: string }>('jobs');
    await jobs.replaceOne({ _id: jobId }, { rollback: null }, { upsert: true });
    collection = await create();
    const ids = new Map<string, string>();
    for (const name of names)
      ids.set(name, await addDocument(database.documentWrites, collection, { name, texts: [name], syncId }));

    let kills = 0;
    while (kills < killsMax && (await killed(mode, next() * 60))) {
      kills++;
      const there = await shown();
      const gone = await noted();
      // What is hidden is noted with it; what is to be archived is noted first.
      if (mode === 'remove') expect([...there.keys(), ...gone].sort()).toEqual([...names].sort());
      else for (const [name, { archived }] of there) expect(archived && !gone.includes(name)).toBe(false);
    }
    const { documentWrites: writes, stores } = database;
    await writes.removeForJob({ collectionId: collection._id, jobId, syncId, identities, mode });
    expect((await noted()).sort()).toEqual([...names].sort());
    expect(await jobs.findOne({ _id: jobId })).toMatchObject({ removals: names.length });
    if (mode === 'remove') await expectSearch([], []);
    else await expectSearch(names, []);

    for (kills = 0; kills < killsMax && (await killed('roll_back', next() * 60)); kills++) await shown();
    for (const removalId of await stores.jobRemovals.after(jobId, null, 100))
      await writes.rollBackRemoval(removalId);
    const outcomes = await stores.jobRemovals.rollbacksOf(jobId);
    expect(outcomes.map(({ documentId }) => documentId).sort()).toEqual([...ids.values()].sort());
    const back = await shown();
    expect([...back].map(([name, { documentId, archived }]) => [name, documentId, archived]).sort()).toEqual(
      [...ids].map(([name, documentId]) => [name, documentId, false]).sort(),
    );
    await expectSearch([], names);
  });
});
