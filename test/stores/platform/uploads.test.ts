import { randomBytes } from 'node:crypto';
import { uploadMemoryMs } from '../../../src/domain/platform/upload';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { createUploadStore, type UploadStore } from '../../../src/stores/platform/uploads';
import { startDatabase, type TestDatabase } from '../../setup/database';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = Date.UTC(2026, 10, 20, 19);
const owner: Tenant = { organizationId: 'org_1', environment: 'production' };
const foreign: [string, Tenant][] = [
  ['another organization', { ...owner, organizationId: 'org_2' }],
  ['another environment', { ...owner, environment: 'staging' }],
];

let database: TestDatabase;
let uploads: UploadStore;
let nowMs = startMs;
let id: string;

beforeAll(async () => {
  database = await startDatabase();
  uploads = createUploadStore(database.mongo.db, () => new Date(nowMs));
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.mongo.db.collection('uploads').deleteMany({});
  nowMs = startMs;
  id = `upl_${randomBytes(8).toString('hex')}`;
});

const announce = (_id = id) =>
  uploads.insertPending({ _id, ...owner, filename: 'book.csv', contentType: 'text/csv', byteSize: 3 });
const body = (attempt: string) => ({
  byteSize: 3,
  isSpreadsheet: true,
  sha256: 'ab',
  contentType: 'text/csv',
  blobKey: `uploads/${attempt}`,
});
const count = () => database.mongo.db.collection('uploads').countDocuments();

test('an announced upload is pending and expires with its link', async () => {
  expect(await announce()).toMatchObject({ state: 'pending', sha256: null, blobKey: null });
  expect(await uploads.find(owner, id)).toMatchObject({
    filename: 'book.csv',
    createdAt: new Date(startMs),
    expiresAt: new Date(startMs + 15 * minuteMs),
  });
  expect(await uploads.findForParse(owner, id)).toEqual({ state: 'pending' });
  expect(await uploads.blobKey(id)).toBeNull();
  nowMs += 15 * minuteMs;
  expect(await uploads.findForParse(owner, id)).toEqual({ state: 'expired' });
});

test('a finished upload is ready for 24 hours from its last byte', async () => {
  await announce();
  nowMs += 10 * minuteMs;
  expect(await uploads.finish(id, body('a'))).toMatchObject({
    state: 'ready',
    expiresAt: new Date(nowMs + 24 * hourMs),
  });
  nowMs += 24 * hourMs - 1;
  expect(await uploads.findForParse(owner, id)).toMatchObject({
    state: 'ready',
    upload: { _id: id, ...body('a') },
  });
  expect(await uploads.blobKey(id)).toBe('uploads/a');
  nowMs += 1;
  expect(await uploads.findForParse(owner, id)).toEqual({ state: 'expired' });
});

test('of many bodies for one upload exactly one wins', async () => {
  await announce();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => uploads.finish(id, body(String(n)))),
  );
  const won = results.filter((row) => row !== null);
  expect(won).toHaveLength(1);
  expect(await uploads.blobKey(id)).toBe(won[0]!.blobKey);
});

test.each(foreign)('%s knows nothing of an upload', async (_name, tenant) => {
  await announce();
  await uploads.finish(id, body('a'));
  expect(await uploads.find(tenant, id)).toBeNull();
  expect(await uploads.findForParse(tenant, id)).toEqual({ state: 'unknown' });
  expect(await uploads.markDeleted(tenant, id)).toBe(false);
  expect(await uploads.find(owner, id)).toMatchObject({ state: 'ready' });
});

test.each([['upl_unknown'], [''], ['__proto__'], ['$where']])('the id %j is unknown', async (unknown) => {
  expect(await uploads.find(owner, unknown)).toBeNull();
  expect(await uploads.findForParse(owner, unknown)).toEqual({ state: 'unknown' });
});

test.each([['pending'], ['ready']])(
  'a deleted %s upload is unknown at once and takes no body',
  async (state) => {
    await announce();
    if (state === 'ready') await uploads.finish(id, body('a'));
    expect(await uploads.markDeleted(owner, id)).toBe(true);
    expect(await uploads.markDeleted(owner, id)).toBe(false);
    expect(await uploads.find(owner, id)).toBeNull();
    expect(await uploads.findByLink(id)).toBeNull();
    expect(await uploads.findForParse(owner, id)).toEqual({ state: 'unknown' });
    expect(await uploads.blobKey(id)).toBeNull();
    expect(await uploads.finish(id, body('b'))).toBeNull();
  },
);

test('a discarded announcement is gone, a finished upload cannot be discarded', async () => {
  await announce();
  await announce('upl_other');
  await uploads.finish('upl_other', body('a'));
  await uploads.discardPending(id);
  await uploads.discardPending('upl_other');
  expect(await uploads.find(owner, id)).toBeNull();
  expect(await uploads.find(owner, 'upl_other')).toMatchObject({ state: 'ready' });
});

describe('retention', () => {
  test.each([
    ['pending', 15 * minuteMs + 2 * hourMs],
    ['ready', 24 * hourMs],
    ['deleted', 2 * hourMs],
  ])('lists a %s upload when its time has come, not before', async (state, dueMs) => {
    await announce();
    if (state === 'ready') await uploads.finish(id, body('a'));
    if (state === 'deleted') await uploads.markDeleted(owner, id);
    nowMs = startMs + dueMs - 1;
    expect(await uploads.listExpired(10)).toEqual([]);
    nowMs += 1;
    expect(await uploads.listExpired(10)).toEqual([id]);
  });

  test('a listed upload cannot be used or finished any more', async () => {
    await announce();
    nowMs += 3 * hourMs;
    await uploads.listExpired(10);
    expect(await uploads.finish(id, body('late'))).toBeNull();
    expect(await uploads.findForParse(owner, id)).toEqual({ state: 'expired' });
  });

  test('a listed upload stays listed until it is removed: a crash in between loses nothing', async () => {
    await announce();
    await uploads.finish(id, body('a'));
    nowMs += 25 * hourMs;
    expect([await uploads.listExpired(10), await uploads.listExpired(10)]).toEqual([[id], [id]]);
    await uploads.remove(id);
    expect(await uploads.listExpired(10)).toEqual([]);
  });

  test('an expired upload is remembered for 7 days, then its row goes', async () => {
    await announce();
    const ready = await uploads.finish(id, body('a'));
    nowMs = ready!.expiresAt.getTime();
    await uploads.listExpired(10);
    await uploads.remove(id);
    await uploads.remove(id);
    expect(await uploads.findForParse(owner, id)).toEqual({ state: 'expired' });
    nowMs = ready!.expiresAt.getTime() + uploadMemoryMs;
    expect(await uploads.listExpired(10)).toEqual([id]);
    await uploads.remove(id);
    expect(await count()).toBe(0);
  });

  test('a deleted upload leaves no memory', async () => {
    await announce();
    await uploads.markDeleted(owner, id);
    nowMs += 2 * hourMs;
    await uploads.listExpired(10);
    await uploads.remove(id);
    expect(await count()).toBe(0);
  });

  test('removing an upload that is not due does nothing', async () => {
    await announce();
    await uploads.finish(id, body('a'));
    await uploads.remove(id);
    expect(await uploads.findForParse(owner, id)).toMatchObject({ state: 'ready' });
  });

  test('goes in batches, oldest first, by an index', async () => {
    for (let n = 0; n < 5; n++) {
      nowMs += 1;
      await announce(`upl_${n}`);
    }
    nowMs += 3 * hourMs;
    expect(await uploads.listExpired(2)).toEqual(['upl_0', 'upl_1']);
    const plan = await database.mongo.db
      .collection('uploads')
      .find({ purgeAt: { $lte: new Date() } })
      .sort({ purgeAt: 1 })
      .explain();
    expect(JSON.stringify(plan)).toContain('"indexName":"purgeAt_1"');
  });
});
