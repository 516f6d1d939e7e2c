import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  createObjectStores,
  type KeyPair,
  type ObjectAccess,
  type ObjectStore,
  type ObjectStores,
} from '../../src/object-stores';
import { obtainTimeoutMs } from '../setup/embedding-model';
import {
  type ObjectStoreServers,
  serviceAccount,
  startObjectStoreServers,
} from '../setup/object-store-servers';
import {
  createBucket,
  createContainer,
  type TestBucket,
  type TestContainer,
  testEndpoints,
  type TestFamily,
} from './buckets';

const never = new AbortController().signal;
const byteMax = 1_000_000;

/** The same bucket with credentials that are not its own. */
function wrongly(source: ObjectAccess): ObjectAccess[] {
  if (source.family === 'azure') return [{ ...source, accountKey: Buffer.alloc(64, 7).toString('base64') }];
  if (source.family === 'gcs') return [{ ...source, serviceAccountJson: serviceAccount('else@example.com') }];
  const access = source.access as KeyPair;
  return [
    { ...source, access: { ...access, secretAccessKey: 'wrong-secret' } },
    { ...source, access: { accessKeyId: 'AKIAWRONG', secretAccessKey: 'wrong-secret' } },
  ];
}

let emulators: ObjectStoreServers;
let stores: ObjectStores;

beforeAll(async () => {
  emulators = await startObjectStoreServers();
  stores = createObjectStores({ allowCidrs: ['127.0.0.0/8'], endpoints: testEndpoints(emulators) });
}, obtainTimeoutMs);
afterAll(() => Promise.all([stores.close(), emulators.close()]));

describe.each<[TestFamily, manyObjects: number]>([
  ['s3', 2_500],
  ['azure', 2_500],
  ['gcs', 2_500],
  // The same server again.
  ['s3compatible', 250],
  ['r2', 250],
])('a bucket of %s', (family, manyObjects) => {
  let bucket: TestBucket;
  let store: ObjectStore;

  beforeAll(async () => {
    bucket = await createBucket(family, emulators);
    store = stores.open(bucket.source);
  });
  afterAll(() => {
    bucket.close();
  });

  async function keys(prefix: string, limit = 1_000): Promise<string[][]> {
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const page = await store.list(prefix, { after, limit, signal: never });
      pages.push(page.objects.map(({ key }) => key));
      after = page.next;
    } while (after !== null);
    return pages;
  }

  const read = async (key: string, from = store) =>
    text((await from.read(key, { byteMax, signal: never })).body);

  test('is listed whole over pages, each key once, and a listing continues where a page ended', async () => {
    const all = Array.from({ length: manyObjects }, (_, i) => `many/${String(i).padStart(4, '0')}.txt`);
    for (let first = 0; first < all.length; first += 100)
      await Promise.all(all.slice(first, first + 100).map((key) => bucket.put(key, Buffer.from('x'))));
    const pages = await keys('many/', Math.ceil(manyObjects * 0.28));
    expect(pages.flat()).toEqual(all);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    const first = await store.list('many/', { after: null, limit: 10, signal: never });
    const fresh = stores.open(bucket.source);
    const second = await fresh.list('many/', { after: first.next, limit: 10, signal: never });
    expect(second.objects.map(({ key }) => key)).toEqual(all.slice(10, 20));
  });

  test('tells size, time, type and a mark that changes with the content', async () => {
    await bucket.put('facts/a.pdf', Buffer.from('12345'), 'application/pdf');
    const {
      objects: [listed],
    } = await store.list('facts/', { after: null, limit: 10, signal: never });
    const { facts, body } = await store.read('facts/a.pdf', { byteMax, signal: never });
    expect(await text(body)).toBe('12345');
    expect(listed).toMatchObject({ key: 'facts/a.pdf', byteSize: 5 });
    expect(listed!.modifiedAt!.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    expect(facts).toMatchObject({ key: 'facts/a.pdf', byteSize: 5, contentType: 'application/pdf' });
    expect(facts.etag).toBe(listed!.etag);
    await bucket.put('facts/a.pdf', Buffer.from('123456'), 'application/pdf');
    const again = await store.list('facts/', { after: null, limit: 10, signal: never });
    expect(again.objects[0]!.etag).not.toBe(listed!.etag);
    expect(listed!.etag).not.toContain('"');
  });

  describe('an object that is stored packed', () => {
    const file = 'Region,Units\nNorth,10\n'.repeat(1_000);
    const open = async (key: string, max = byteMax) =>
      text((await store.read(key, { byteMax: max, signal: never })).body);

    test.each([
      ['gzip', gzipSync(file)],
      ['GZIP', gzipSync(file)],
      ['deflate', deflateSync(file)],
      ['br', brotliCompressSync(file)],
      ['gzip, br', brotliCompressSync(gzipSync(file))],
      ['identity', Buffer.from(file)],
    ])('as %s is read as the file', async (encoding, content) => {
      await bucket.putEncoded('packed', content, encoding);
      expect(await open('packed')).toBe(file);
    });

    test('by an unknown encoding, or damaged, is refused for good', async () => {
      const packed = gzipSync(file);
      const refusals = [
        ['zstd', packed],
        ['gzip', Buffer.from(file)],
        ['gzip', packed.subarray(0, packed.length - 20)],
        ['br', brotliCompressSync(file).subarray(0, 20)],
      ] as const;
      // The servers of GCS undo gzip themselves, and break off where they cannot.
      const ours = refusals.filter(([encoding]) => family !== 'gcs' || encoding !== 'gzip');
      for (const [encoding, content] of ours) {
        await bucket.putEncoded('refused', content, encoding);
        await expect(open('refused')).rejects.toMatchObject({ code: 'download_failed', retryable: false });
      }
    });

    test('is bounded by its unpacked size', async () => {
      await bucket.putEncoded('bomb', gzipSync(Buffer.alloc(50_000_000)), 'gzip');
      await expect(open('bomb')).rejects.toMatchObject({ code: 'file_too_large' });
    });
  });

  test.each([
    ['spaces and plus signs', 'odd/a b+c.txt'],
    ['percent signs', 'odd/100%25 %2F.txt'],
    ['umlauts and ideographs', 'odd/Übersicht 東京 🗂.txt'],
    ['a question mark and a hash', 'odd/why?#frag.txt'],
    ['quotes and angle brackets', `odd/<a>&"b"'.txt`],
  ])('has keys with %s listed and read as they are', async (_, key) => {
    await bucket.put(key, Buffer.from(key));
    expect((await keys('odd/')).flat()).toContain(key);
    expect(await read(key)).toBe(key);
  });

  test('has empty files, but no markers of directories', async () => {
    await bucket.put('tree/empty.txt', Buffer.alloc(0));
    if (family !== 'azure') await bucket.put('tree/folder/', Buffer.alloc(0));
    await bucket.put('tree/folder/inside.txt', Buffer.from('x'));
    expect((await keys('tree/')).flat()).toEqual(['tree/empty.txt', 'tree/folder/inside.txt']);
    expect(await read('tree/empty.txt')).toBe('');
  });

  test('is empty below a prefix that nothing begins with', async () => {
    expect(await keys('nothing/here/')).toEqual([[]]);
  });

  test('has no object of an unknown key, and no bucket of an unknown name', async () => {
    const source = { ...bucket.source };
    if (source.family === 'azure') source.container = 'missing-container';
    else source.bucket = 'missing-bucket';
    const missing = stores.open(source);
    const expected = { name: 'ObjectStoreError', code: 'not_found', retryable: false };
    await expect(store.read('no/such.txt', { byteMax, signal: never })).rejects.toMatchObject(expected);
    await expect(missing.read('a.txt', { byteMax, signal: never })).rejects.toMatchObject(expected);
    await expect(missing.list('', { after: null, limit: 10, signal: never })).rejects.toMatchObject(expected);
  });

  test('refuses wrong credentials as access_denied, and repeats none of them', async () => {
    const refused = wrongly(bucket.source).map((source) => stores.open(source));
    const attempts = await Promise.allSettled(
      refused.flatMap((wrong) => [
        wrong.list('', { after: null, limit: 10, signal: never }),
        wrong.read('a.txt', { byteMax, signal: never }),
      ]),
    );
    for (const attempt of attempts) {
      const reason: unknown = attempt.status === 'rejected' ? attempt.reason : attempt.status;
      expect(reason).toMatchObject({ name: 'ObjectStoreError', code: 'access_denied', retryable: false });
      expect(String(reason)).not.toMatch(/AKIA|wrong-secret|BwcH|example\.com/);
    }
  });

  test('gives up a file that is larger than wanted before it is read', async () => {
    await bucket.put('large.bin', Buffer.alloc(2_000));
    const small = await store.read('large.bin', { byteMax: 2_000, signal: never });
    expect((await text(small.body)).length).toBe(2_000);
    await expect(store.read('large.bin', { byteMax: 1_999, signal: never })).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });

  test('reads an object only as it was listed, where that is wanted', async () => {
    await bucket.put('marked.txt', Buffer.from('first'));
    const {
      objects: [listed],
    } = await store.list('marked', { after: null, limit: 10, signal: never });
    const ifMatch = listed!.etag!;
    const { body } = await store.read('marked.txt', { byteMax, signal: never, ifMatch });
    expect(await text(body)).toBe('first');
    await bucket.put('marked.txt', Buffer.from('other'));
    await expect(store.read('marked.txt', { byteMax, signal: never, ifMatch })).rejects.toMatchObject({
      name: 'ObjectStoreError',
      code: 'object_changed',
    });
    expect(await read('marked.txt')).toBe('other');
  });

  test('ends a read with the reason of its cancellation, before and while it runs', async () => {
    await bucket.put('long.bin', Buffer.alloc(8_000_000));
    const cancelled = new AbortController();
    const reason = new Error('cancelled by the job');
    const { body } = await store.read('long.bin', { byteMax: 1e9, signal: cancelled.signal });
    const reading = (async () => {
      for await (const chunk of body) {
        expect((chunk as Buffer).length).toBeGreaterThan(0);
        cancelled.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    await expect(store.read('long.bin', { byteMax, signal: cancelled.signal })).rejects.toBe(reason);
    const listing = store.list('', { after: null, limit: 10, signal: cancelled.signal });
    await expect(listing).rejects.toBe(reason);
  });

  test('lets go of an object that is hung up on', async () => {
    await bucket.put('left.bin', Buffer.alloc(4_000_000));
    const { body } = await store.read('left.bin', { byteMax: 1e9, signal: never });
    body.destroy();
    expect(await read('left.bin').then((content) => content.length, String)).toMatch(/larger/);
  });

  test('is not reached at all where its address is private', async () => {
    const guarded = createObjectStores({ allowCidrs: [], endpoints: testEndpoints(emulators) });
    const closed = guarded.open(bucket.source);
    const expected = { name: 'ObjectStoreError', code: 'private_address', retryable: false };
    await expect(closed.list('', { after: null, limit: 10, signal: never })).rejects.toMatchObject(expected);
    await expect(closed.read('a.txt', { byteMax, signal: never })).rejects.toMatchObject(expected);
    await guarded.close();
  });
});

describe('a container of Azure', () => {
  let bucket: TestContainer;
  let store: ObjectStore;
  beforeAll(async () => {
    bucket = await createContainer(emulators);
    store = stores.open(bucket.source);
  });

  test('tells the metadata of its blobs by names in lower case, listed and read', async () => {
    await bucket.put('owned.txt', Buffer.from('x'), 'text/plain', { Owner: 'Ada & Co', year: '1843' });
    await bucket.put('plain.txt', Buffer.from('x'));
    const metadata = { owner: 'Ada & Co', year: '1843' };
    const { objects } = await store.list('', { after: null, limit: 10, signal: never });
    expect(objects.map((one) => one.metadata)).toEqual([metadata, {}]);
    const { facts, body } = await store.read('owned.txt', { byteMax, signal: never });
    expect(facts.metadata).toEqual(metadata);
    body.destroy();
  });

  test('has another mark for a blob whose metadata alone has changed', async () => {
    await bucket.put('owned.txt', Buffer.from('x'), 'text/plain', { owner: 'Ada' });
    const etagNow = async () =>
      (await store.list('owned', { after: null, limit: 1, signal: never })).objects[0]!.etag;
    const before = await etagNow();
    await bucket.put('owned.txt', Buffer.from('x'), 'text/plain', { owner: 'Grace' });
    expect(await etagNow()).not.toBe(before);
  });

  test('continues a listing behind a key that was removed meanwhile, in the order of its keys', async () => {
    for (const key of ['o/a', 'o/b', 'o/c', 'o/d']) await bucket.put(key, Buffer.from('x'));
    const first = await store.list('o/', { after: null, limit: 2, signal: never });
    await bucket.remove('o/b');
    await bucket.remove('o/c');
    await bucket.put('o/bb', Buffer.from('x'));
    const rest = await store.list('o/', { after: first.next, limit: 10, signal: never });
    expect([...first.objects, ...rest.objects].map(({ key }) => key)).toEqual(['o/a', 'o/b', 'o/bb', 'o/d']);
  });
});
