import { removeBrokenUploads, sweepWrites } from '../../../../activities/products/index-write/sweep-writes';
import { type BatchCursor } from '../../../../src/domain/platform/activities';
import { type ProductIndexRow } from '../../../../src/stores/products/product-index-row';
import { type StagedUploadRow } from '../../../../src/stores/products/staged-uploads';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { newAttempt } from '../../activity-stack';
import { endedBuild, put, recordLog } from '../../../stores/products/record-log';

let database: TestDatabase;
let log: ReturnType<typeof recordLog>;
beforeAll(async () => {
  database = await startDatabase();
  log = recordLog(database);
});
afterAll(() => database.close());

let woken: string[];
let isAway: boolean;
beforeEach(() => {
  woken = [];
  isAway = false;
});

function sweep() {
  const deps = {
    ...database.stores,
    jobs: {
      writes: {
        wake({ indexId }: { indexId: string }) {
          if (isAway) return Promise.reject(new Error('no Temporal here'));
          woken.push(indexId);
          return Promise.resolve();
        },
      },
    } as never,
  };
  return {
    sweepWrites: (cursor: BatchCursor) => newAttempt().run(sweepWrites, deps, cursor),
    removeBrokenUploads: () => newAttempt().run(removeBrokenUploads, deps),
  };
}

const indexes = () => database.mongo.db.collection<ProductIndexRow>('product_indexes');
const uploads = () => database.mongo.db.collection<StagedUploadRow>('product_uploads');
const past = new Date(0);
const isOverdue = (indexId: string) => indexes().updateOne({ _id: indexId }, { $set: { checkAt: past } });
const leaseEnds = (uploadId: string) =>
  uploads().updateOne({ _id: uploadId }, { $set: { leaseUntil: past } });

describe('sweepWrites', () => {
  it('wakes the run of each index whose writes wait too long, and of no other', async () => {
    const waiting = await log.newIndex();
    await log.write(waiting, put('a', {}));
    const recent = await log.newIndex();
    await log.write(recent, put('a', {}));
    await isOverdue(waiting);
    await expect(sweep().sweepWrites({ after: null })).resolves.toEqual({ woken: 1, after: null });
    expect(woken).toEqual([waiting]);
    await expect(sweep().sweepWrites({ after: waiting })).resolves.toEqual({ woken: 0, after: null });
  });

  it('wakes an index again until its writes are applied', async () => {
    const indexId = await log.newIndex();
    await log.write(indexId, put('a', {}));
    await isOverdue(indexId);
    isAway = true;
    await expect(sweep().sweepWrites({ after: null })).rejects.toThrow('no Temporal here');
    isAway = false;
    await sweep().sweepWrites({ after: null });
    expect(woken).toContain(indexId);
    const { burst } = (await database.stores.writeBursts.take(indexId))!;
    await isOverdue(indexId);
    await database.stores.writeBursts.begin(burst);
    await database.stores.writeBursts.finish(indexId, burst, {
      records: 1,
      shown: [],
      hasVectors: false,
      warnings: [],
    });
    woken = [];
    await sweep().sweepWrites({ after: null });
    expect(woken).not.toContain(indexId);
  });

  it('wakes an index whose log waits to be folded after a build', async () => {
    const indexId = await log.newIndex();
    await log.hold(indexId, 'j');
    await database.stores.productIndexes.releaseBuilt(endedBuild(indexId, 'j'));
    await sweep().sweepWrites({ after: null });
    expect(woken).toEqual(expect.arrayContaining([indexId]));
    while (await database.stores.recordFolding.foldWaiting(indexId));
    woken = [];
    await sweep().sweepWrites({ after: null });
    expect(woken).not.toContain(indexId);
  });
});

describe('removeBrokenUploads', () => {
  it('removes the entries of an upload that broke off, and those that a slow writer adds later', async () => {
    const indexId = await log.newIndex();
    const uploadId = await log.staged(indexId, { a: {}, b: {} });
    await leaseEnds(uploadId);
    await expect(sweep().removeBrokenUploads()).resolves.toEqual({ removed: 1, more: false });
    expect(await log.countEntries(indexId)).toBe(0);
    const late = [{ recordId: 'c', place: 2, text: '{}' }];
    await database.stores.recordEntries.stage({ indexId, uploadId }, late);
    await expect(log.commit(indexId, uploadId, ['c'])).resolves.toEqual({ outcome: 'gone' });
    await expect(sweep().removeBrokenUploads()).resolves.toEqual({ removed: 0, more: false });
    expect(await uploads().countDocuments({ _id: uploadId })).toBe(1);
    await leaseEnds(uploadId);
    await sweep().removeBrokenUploads();
    expect(await log.countEntries(indexId)).toBe(0);
    expect(await uploads().countDocuments({ _id: uploadId })).toBe(0);
  });

  it('leaves an upload that still comes in, and one that is committed', async () => {
    const indexId = await log.newIndex();
    const coming = await log.staged(indexId, { a: {} });
    await log.upload(indexId, { b: {} });
    await expect(sweep().removeBrokenUploads()).resolves.toEqual({ removed: 0, more: false });
    expect(await log.countEntries(indexId)).toBe(2);
    await expect(log.commit(indexId, coming, ['a'])).resolves.toMatchObject({ outcome: 'committed' });
  });
});
