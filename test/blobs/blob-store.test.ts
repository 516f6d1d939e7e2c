import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobNotFound, BlobTooLarge } from '../../src/blobs';
import { type BlobDriver, startFolderDriver, startS3Driver } from './drivers';

const text = (content: string) => Readable.from([Buffer.from(content)]);
const csv = { contentType: 'text/csv' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Larger than two parts of a multipart upload. */
const large = randomBytes(12 * 1024 * 1024);
const inPieces = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
    })(),
  );
/** Gives most of a large body and then nothing more, until something is done about it. */
function stuck(): PassThrough {
  const body = new PassThrough();
  inPieces(large).pipe(body, { end: false });
  return body;
}

describe.each([
  ['folder', startFolderDriver],
  ['s3', startS3Driver],
])('the %s driver', (name, start) => {
  let driver: BlobDriver;
  beforeAll(async () => {
    driver = await start();
  });
  afterAll(() => driver.close());
  afterEach(async () => {
    // No test leaves anything half-written behind.
    expect(await driver.unfinished()).toBe(0);
  });

  const read = async (key: string) => (await buffer((await driver.blobs.read(key)).stream)).toString();

  test('says which driver it is and that it can be used', async () => {
    expect(driver.blobs.driver).toBe(name);
    await driver.blobs.check();
  });

  test('says when it cannot be used', async () => {
    await expect(driver.broken.check()).rejects.toThrow();
  });

  describe('put', () => {
    test.each([
      ['an empty body', Buffer.alloc(0)],
      ['a short body', Buffer.from('a,b\n')],
      ['a large body', large],
    ])('stores %s with its size, hash and content type', async (_name, bytes) => {
      const stored = await driver.blobs.put('put/one', inPieces(bytes), csv);
      expect(stored).toEqual({ byteSize: bytes.length, sha256: sha256(bytes) });
      const found = await driver.blobs.read('put/one');
      expect((await buffer(found.stream)).equals(bytes)).toBe(true);
      expect(found).toMatchObject({ byteSize: bytes.length, contentType: 'text/csv' });
      expect(await driver.blobs.stat('put/one')).toMatchObject({
        byteSize: bytes.length,
        contentType: 'text/csv',
      });
    });

    test('writing a key again replaces the blob, its type and its tag', async () => {
      await driver.blobs.put('put/again', text('first version'), csv);
      const before = await driver.blobs.stat('put/again');
      await driver.blobs.put('put/again', text('second'), { contentType: 'application/json' });
      const after = await driver.blobs.stat('put/again');
      expect(await read('put/again')).toBe('second');
      expect(after).toMatchObject({ byteSize: 6, contentType: 'application/json' });
      expect(after.etag).not.toBe(before.etag);
      expect(after.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    });

    test('many writers of one key leave one whole body', async () => {
      const bodies = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000));
      await Promise.all(bodies.map((body) => driver.blobs.put('put/race', text(body), csv)));
      expect(bodies).toContain(await read('put/race'));
    });

    test('a body of exactly the allowed size passes', async () => {
      expect(await driver.blobs.put('put/exact', text('12345'), { ...csv, byteMax: 5 })).toMatchObject({
        byteSize: 5,
      });
    });

    test.each([
      ['a short body that is too large', () => text('123456'), { byteMax: 5 }, BlobTooLarge],
      ['a large body that is too large', () => inPieces(large), { byteMax: 11 * 1024 * 1024 }, BlobTooLarge],
      ['an endless body', () => Readable.from(endless()), { byteMax: 6 * 1024 * 1024 }, BlobTooLarge],
      ['a body that fails at once', () => failing(Buffer.alloc(0)), {}, /broken off/],
      ['a body that fails late', () => failing(large), {}, /broken off/],
      ['a body that was destroyed', () => stuck().destroy(), {}, /premature close|closed/i],
      ['a body that fails before it is read', () => failingSoon(), {}, /broken off|premature close/i],
    ])('%s is refused and leaves nothing', async (_name, body, limit, error) => {
      const before = await driver.keys();
      await expect(driver.blobs.put('put/refused', body(), { ...csv, ...limit })).rejects.toThrow(error);
      expect(await driver.keys()).toEqual(before);
    });

    test.each([
      ['before it began', () => ({ body: text('x'), signal: AbortSignal.abort(new Error('enough')) })],
      [
        'while the body is stuck',
        () => {
          const controller = new AbortController();
          const body = stuck();
          void once(body, 'data').then(() => {
            controller.abort(new Error('enough'));
          });
          return { body, signal: controller.signal };
        },
      ],
      [
        'with the last byte',
        () => {
          const controller = new AbortController();
          const body = text('x');
          body.on('end', () => {
            controller.abort(new Error('enough'));
          });
          return { body, signal: controller.signal };
        },
      ],
    ])('an abort %s ends with its reason and leaves nothing', async (_name, prepare) => {
      const { body, signal } = prepare();
      await expect(driver.blobs.put('put/aborted', body, { ...csv, signal })).rejects.toThrow('enough');
      expect(await driver.keys()).not.toContain('put/aborted');
      expect(body.destroyed).toBe(true);
    });

    test('a failed replacement leaves the blob as it was', async () => {
      await driver.blobs.put('put/kept', text('kept'), csv);
      await expect(driver.blobs.put('put/kept', failing(large), csv)).rejects.toThrow('broken off');
      expect(await read('put/kept')).toBe('kept');
    });
  });

  test('a local file is taken over', async () => {
    const path = join(driver.scratchFolder, 'result.json');
    await writeFile(path, '{"a":1}');
    await driver.blobs.putFile('file/result', path, { contentType: 'application/json' });
    expect(await read('file/result')).toBe('{"a":1}');
    expect(await driver.blobs.stat('file/result')).toMatchObject({
      byteSize: 7,
      contentType: 'application/json',
    });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  describe('join', () => {
    const signal = new AbortController().signal;

    test('makes one blob of texts and blobs, in order, and leaves those', async () => {
      await driver.blobs.put('join/large', inPieces(large), csv);
      await driver.blobs.put('join/empty', text(''), csv);
      const pieces = ['[é', { key: 'join/large' }, ',', { key: 'join/empty' }, { key: 'join/large' }, ']'];
      const byteSize = await driver.blobs.join('join/all', pieces, { ...csv, signal });
      const { stream } = await driver.blobs.read('join/all');
      const whole = Buffer.concat([Buffer.from('[é'), large, Buffer.from(','), large, Buffer.from(']')]);
      expect(sha256(await buffer(stream))).toBe(sha256(whole));
      expect(byteSize).toBe(whole.length);
      expect(await driver.blobs.stat('join/large')).toMatchObject({ byteSize: large.length });
    });

    test('fails, and leaves nothing, for a blob that is not there and when it is told to stop', async () => {
      await driver.blobs.put('join/there', text('there'), csv);
      const pieces = [{ key: 'join/there' }, { key: 'join/missing' }];
      const joined = driver.blobs.join('join/failed', pieces, { ...csv, signal });
      await expect(joined).rejects.toThrow(BlobNotFound);
      const stopped = AbortSignal.abort(new Error('stop'));
      await expect(
        driver.blobs.join('join/failed', [{ key: 'join/there' }], { ...csv, signal: stopped }),
      ).rejects.toThrow('stop');
      await expect(driver.blobs.stat('join/failed')).rejects.toThrow(BlobNotFound);
    });
  });

  describe('copy', () => {
    test('gives an independent blob with the same bytes and type', async () => {
      await driver.blobs.put('copy/from', text('original'), csv);
      await driver.blobs.copy('copy/from', 'copy/deep/er/to');
      await driver.blobs.put('copy/from', text('changed'), { contentType: 'text/plain' });
      expect(await read('copy/deep/er/to')).toBe('original');
      await driver.blobs.delete(['copy/from']);
      expect(await driver.blobs.stat('copy/deep/er/to')).toMatchObject({
        byteSize: 8,
        contentType: 'text/csv',
      });
    });

    test('replaces what is there, twice as well', async () => {
      await driver.blobs.put('copy/new', text('new'), csv);
      await driver.blobs.put('copy/old', text('old'), { contentType: 'text/plain' });
      await driver.blobs.copy('copy/new', 'copy/old');
      await driver.blobs.copy('copy/new', 'copy/old');
      expect(await read('copy/old')).toBe('new');
    });

    test('of a missing blob says so', async () => {
      await expect(driver.blobs.copy('copy/missing', 'copy/nothing')).rejects.toThrow(BlobNotFound);
      expect(await driver.keys()).not.toContain('copy/nothing');
    });
  });

  describe('read', () => {
    beforeAll(() => driver.blobs.put('read/digits', text('0123456789'), csv));

    test.each([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 3, end: 6 }, '3456'],
      [{ start: 9, end: 9 }, '9'],
      [{ start: 7, end: 1_000 }, '789'],
    ])('of range %j gives %s and the size of the whole', async (range, expected) => {
      const { stream, byteSize } = await driver.blobs.read('read/digits', range);
      expect([(await buffer(stream)).toString(), byteSize]).toEqual([expected, 10]);
    });

    test('of a range that begins after the last byte is an error', async () => {
      await expect(driver.blobs.read('read/digits', { start: 10, end: 12 })).rejects.toThrow(RangeError);
    });

    test('of a missing blob says so', async () => {
      await expect(driver.blobs.read('read/missing')).rejects.toThrow(BlobNotFound);
      await expect(driver.blobs.stat('read/missing')).rejects.toThrow(BlobNotFound);
      await expect(driver.blobs.stat('read')).rejects.toThrow(BlobNotFound);
    });

    test('continues to the last byte while the blob is replaced and deleted', async () => {
      await driver.blobs.put('read/open', inPieces(large), csv);
      const { stream } = await driver.blobs.read('read/open');
      await driver.blobs.delete(['read/open']);
      expect((await buffer(stream)).equals(large)).toBe(true);
    });
  });

  describe('localFile', () => {
    test('gives a path with the bytes, and release leaves the blob', async () => {
      await driver.blobs.put('local/one', text('local'), csv);
      const before = await readdir(driver.scratchFolder);
      const local = await driver.blobs.localFile('local/one', driver.scratchFolder);
      expect(await readFile(local.path, 'utf8')).toBe('local');
      await local.release();
      await local.release();
      expect(await readdir(driver.scratchFolder)).toEqual(before);
      expect(await read('local/one')).toBe('local');
    });

    test('of a missing blob says so and leaves no file', async () => {
      const before = await readdir(driver.scratchFolder);
      await expect(driver.blobs.localFile('local/missing', driver.scratchFolder)).rejects.toThrow(
        BlobNotFound,
      );
      expect(await readdir(driver.scratchFolder)).toEqual(before);
    });
  });

  describe('delete', () => {
    test('removes what is named and no more; missing keys are no error', async () => {
      for (const key of ['del/a', 'del/ab', 'del/b']) await driver.blobs.put(key, text(key), csv);
      await driver.blobs.delete(['del/a', 'del/b', 'del/missing', 'never/there']);
      await driver.blobs.delete([]);
      expect((await driver.keys()).filter((key) => key.startsWith('del/'))).toEqual(['del/ab']);
    });

    test('by prefix removes everything below it and nothing beside it', async () => {
      for (const key of ['pre/one/a', 'pre/one/b/c', 'pre/one-more', 'pre/oneness/a'])
        await driver.blobs.put(key, text(key), csv);
      await driver.blobs.deletePrefix('pre/one/');
      await driver.blobs.deletePrefix('pre/one/');
      await driver.blobs.deletePrefix('pre/one-more/');
      expect((await driver.keys()).filter((key) => key.startsWith('pre/'))).toEqual([
        'pre/one-more',
        'pre/oneness/a',
      ]);
    });

    test('by prefix takes more than one page of keys', async () => {
      const keys = Array.from({ length: 1_005 }, (_, n) => `many/${n}`);
      for (let first = 0; first < keys.length; first += 50) {
        await Promise.all(keys.slice(first, first + 50).map((key) => driver.blobs.put(key, text(key), csv)));
      }
      await driver.blobs.deletePrefix('many/');
      expect((await driver.keys()).filter((key) => key.startsWith('many/'))).toEqual([]);
    });

    test('and writing side by side never fail each other', async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await driver.blobs.put(`busy/deep/${n}`, text('x'), csv);
          await driver.blobs.delete([`busy/deep/${n}`]);
        }),
      );
      expect((await driver.keys()).filter((key) => key.startsWith('busy/'))).toEqual([]);
    });
  });

  test('what a killed writer left is removed once it is old enough', async () => {
    await driver.leaveUnfinished();
    expect(await driver.blobs.removeAbandoned(3_600_000)).toBe(0);
    expect(await driver.unfinished()).toBe(1);
    expect(await driver.blobs.removeAbandoned(-1_000)).toBe(1);
  });

  test.each([
    [''],
    ['/'],
    ['/etc/passwd'],
    ['a/'],
    ['a//b'],
    ['.'],
    ['..'],
    ['../a'],
    ['a/../b'],
    ['a/./b'],
    ['a/...'],
    ['a\\b'],
    ['a b'],
    ['a\u0000'],
    ['ü'],
    ['a~type'],
    ['~drafts/x'],
    ['a?b'],
    ['a#b'],
    ['a%2e'],
    ['a'.repeat(201)],
    [Array.from({ length: 200 }, () => 'aaa').join('/')],
  ])('no function takes %j for a key', async (key) => {
    const uses = [
      () => driver.blobs.put(key, text('x'), csv),
      () => driver.blobs.copy('read/digits', key),
      () => driver.blobs.copy(key, 'keys/to'),
      () => driver.blobs.read(key),
      () => driver.blobs.stat(key),
      () => driver.blobs.localFile(key, driver.scratchFolder),
      () => driver.blobs.delete([key]),
      () => driver.blobs.deletePrefix(`${key}/`),
      async () => driver.blobs.signedUrl(key, Date.now() + 1_000),
    ];
    for (const use of uses) await expect(use()).rejects.toThrow(RangeError);
  });

  test('a prefix without its slash is refused', async () => {
    await expect(driver.blobs.deletePrefix('read')).rejects.toThrow(RangeError);
    expect(await read('read/digits')).toBe('0123456789');
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield large.subarray(0, 65_536);
}

function failing(first: Buffer): Readable {
  return Readable.from(
    (function* () {
      yield* inChunks(first);
      throw new Error('broken off');
    })(),
  );
}

function* inChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Fails in the same turn in which it was handed over. */
function failingSoon(): Readable {
  const body = new PassThrough();
  process.nextTick(() => body.destroy(new Error('broken off')));
  return body;
}
