import { compareKeys, comparePage } from '../../../../activities/documents/source-sync/compare-page';
import { type ObjectFacts } from '../../../../src/object-stores';
import { type SyncObjectStore } from '../../../../src/stores/documents/syncs/sync-objects';
import { newId } from '../../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { randomNumbers, suiteSeed } from '../../../setup/suite-seed';

const seed = suiteSeed(20_261_124);
const pageSize = 700;

let database: TestDatabase;
let objects: SyncObjectStore;
beforeAll(async () => {
  database = await startDatabase();
  objects = database.stores.syncObjects;
});
afterAll(() => database.close());

/** ETags by key, as the source has them. */
type Source = Map<string, string>;

const factsOf = ([key, etag]: [string, string]): ObjectFacts => ({
  key,
  etag,
  byteSize: etag.length,
  modifiedAt: null,
  contentType: null,
  metadata: {},
});

const byBytes = ([one]: [string, string], [other]: [string, string]) => compareKeys(one, other);
const byUnits = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);

/** Compares a whole listing page by page. */
async function compareAll(
  syncId: string,
  jobId: string,
  source: Source,
  order: (one: [string, string], other: [string, string]) => number,
) {
  const listed = [...source].toSorted(order).map(factsOf);
  const found = { added: [] as string[], modified: [] as string[], unchanged: 0 };
  let after = '';
  for (let from = 0; from === 0 || from < listed.length; from += pageSize) {
    const wanted = listed.slice(from, from + pageSize);
    const isLast = from + pageSize >= listed.length;
    const upTo = wanted.reduce((max, { key }) => (compareKeys(key, max) > 0 ? key : max), after);
    const changes = await comparePage(objects, {
      syncId,
      jobId,
      epoch: 0,
      wanted,
      deletionPolicy: 'mirror',
      after,
      upTo: isLast ? null : upTo,
    });
    found.added.push(...changes.added.map(({ key }) => key));
    found.modified.push(...changes.modified.map(({ key }) => key));
    found.unchanged += changes.unchanged;
    after = upTo;
  }
  return found;
}

const names = ['', 'a/', 'a-b/', 'A/', 'ä/', '\u{ff21}/', '\u{1f600}/'];

describe.each([
  ['by the bytes of keys, as Azure does', byBytes],
  ['by their code units, as others may', byUnits],
])('a listing %s', (_, order) => {
  test(`shows every change of ten thousand objects, and nothing else (seed ${seed})`, async () => {
    const next = randomNumbers(seed);
    const below = (bound: number) => Math.floor(next() * bound);
    const syncId = newId('sync_');
    // A sync beside it, whose objects have the same keys.
    const neighbour = newId('sync_');
    const source: Source = new Map();
    for (let n = 0; n < 10_000; n++) source.set(`${names[n % names.length]}file ${n}`, `etag ${n}`);
    const known = (etags: Source) =>
      [...etags].map(([key, etag]) => ({
        key,
        etag,
        byteSize: etag.length,
        state: 'indexed' as const,
        epoch: 0,
      }));
    await objects.put(neighbour, known(source));

    const all = await compareAll(syncId, 'job_0', source, order);
    expect([all.added.toSorted(), all.modified, all.unchanged]).toEqual([
      [...source.keys()].toSorted(),
      [],
      0,
    ]);
    await objects.put(syncId, known(source));

    for (let round = 1; round <= 3; round++) {
      const before = new Map(source);
      for (const key of before.keys()) {
        const fate = below(20);
        if (fate === 0) source.delete(key);
        if (fate === 1) source.set(key, `etag of round ${round}`);
      }
      for (let n = below(500); n > 0; n--) source.set(`${names[below(7)]}new ${round} ${n}`, 'new');
      const added = [...source.keys()].filter((key) => !before.has(key));
      const modified = [...source].filter(([key, etag]) => before.has(key) && before.get(key) !== etag);
      const gone = [...before.keys()].filter((key) => !source.has(key));

      const jobId = `job_${round}`;
      const found = await compareAll(syncId, jobId, source, order);
      expect(found.added.toSorted()).toEqual(added.toSorted());
      expect(found.modified.toSorted()).toEqual(modified.map(([key]) => key).toSorted());
      expect(found.unchanged).toBe(source.size - added.length - modified.length);
      const missing = await objects.missingIn(syncId, jobId, 20_000);
      expect(missing.toSorted()).toEqual(gone.toSorted());
      expect(await objects.countMissing(neighbour, jobId)).toBe(0);

      await objects.remove(syncId, gone);
      await objects.put(syncId, known(source));
    }
  });
});
