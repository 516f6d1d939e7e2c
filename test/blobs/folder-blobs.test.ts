import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobNotFound, type BlobStore } from '../../src/blobs';
import { type BlobPiece } from '../../src/blobs/blob-store';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { verifyBlobPath } from '../../src/signing/blob-url';
import { signingKey } from './drivers';

let folder: string;
let blobs: BlobStore;
const csv = { contentType: 'text/csv' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-folder-'));
  blobs = createFolderBlobs({ folder, publicUrl: 'https://sheaf.example', signingKey });
});
afterEach(() => rm(folder, { recursive: true }));

test('a blob is a plain file under its key, and a local file is that file', async () => {
  await blobs.put('parse/prs_1/input', Readable.from([Buffer.from('a,b')]), csv);
  expect(await readFile(join(folder, 'parse/prs_1/input'), 'utf8')).toBe('a,b');
  expect((await blobs.localFile('parse/prs_1/input', '/nowhere')).path).toBe(
    join(folder, 'parse/prs_1/input'),
  );
});

test('a copy costs no bytes', async () => {
  await blobs.put('a/from', Readable.from([Buffer.from('a,b')]), csv);
  await blobs.copy('a/from', 'b/to');
  expect((await stat(join(folder, 'b/to'))).ino).toBe((await stat(join(folder, 'a/from'))).ino);
});

describe('a blob that grows', () => {
  const { signal } = new AbortController();
  const json = { contentType: 'application/json', signal };

  /** Grown to `[one,two!`, of which `!` came after what anybody was told of. */
  async function grow() {
    const { key, path } = (await blobs.grow('parse/parts/1'))!;
    await writeFile(path, '[one,two!');
    const piece = (start: number, end: number) => ({ key, range: { start, end } });
    return { key, path, one: piece(1, 3), two: piece(5, 7) };
  }
  async function content(key: string): Promise<string> {
    return text((await blobs.read(key)).stream);
  }

  test('is joined without copying where the pieces lie in it, however often and by how many at once', async () => {
    const { path, one, two } = await grow();
    const pieces = ['[', one, ',', two, ']\n'];
    const keys = ['parse/a', 'parse/b', 'parse/c'];
    const sizes = await Promise.all(keys.map((key) => blobs.join(key, pieces, json)));
    expect(sizes).toEqual([10, 10, 10]);
    const { ino } = await stat(path);
    for (const key of keys) {
      expect(await content(key)).toBe('[one,two]\n');
      expect((await stat(join(folder, key))).ino).toBe(ino);
      expect((await blobs.stat(key)).contentType).toBe('application/json');
    }
    await blobs.deletePrefix('parse/parts/');
    expect(await content('parse/a')).toBe('[one,two]\n');
  });

  test('is copied where the pieces lie otherwise, and stays as it is', async () => {
    const { key, one, two } = await grow();
    await blobs.put('parse/other', Readable.from([Buffer.from('-other-')]), csv);
    const cases: [pieces: BlobPiece[], expected: string][] = [
      [['{', one, ',', two, '}'], '{one,two}'],
      [['[', one, ';', two], '[one;two'],
      [['[', two, ',', one], '[two,one'],
      [[one, two], 'onetwo'],
      [['[', one, ',', { key: 'parse/other', range: { start: 1, end: 5 } }], '[one,other'],
      [['[', one, ',', { key: 'parse/other' }], '[one,-other-'],
    ];
    for (const [pieces, expected] of cases) {
      expect(await blobs.join('parse/joined', pieces, json)).toBe(expected.length);
      expect(await content('parse/joined')).toBe(expected);
      expect(await content(key)).toBe('[one,two!');
    }
  });

  test('is not taken for longer than it is, and must be there', async () => {
    const { key } = await grow();
    const past = ['[', { key, range: { start: 1, end: 50 } }];
    await expect(blobs.join('parse/joined', past, json)).rejects.toThrow(RangeError);
    const missing = ['[', { key: 'parse/missing', range: { start: 1, end: 2 } }];
    await expect(blobs.join('parse/joined', missing, json)).rejects.toThrow(BlobNotFound);
    await expect(blobs.stat('parse/joined')).rejects.toThrow(BlobNotFound);
  });
});

test('deleting leaves no empty folders behind', async () => {
  await blobs.put('a/b/c/one', Readable.from([Buffer.from('1')]), csv);
  await blobs.put('a/two', Readable.from([Buffer.from('2')]), csv);
  await blobs.delete(['a/b/c/one']);
  expect((await readdir(join(folder, 'a'))).sort()).toEqual(['two', 'two~type']);
  await blobs.deletePrefix('a/');
  expect(await readdir(folder)).toEqual(['~drafts']);
});

test('a prefix goes with all that is below it, few or many, and nothing beside it', async () => {
  const put = (key: string) => blobs.put(key, Readable.from([Buffer.from('1')]), csv);
  const many = Array.from({ length: 20 }, (_, at) => `tree/many/${at}`);
  await Promise.all([...many, 'tree/deep/er/one', 'tree/few/one', 'tree/few-more', 'beside/one'].map(put));
  await blobs.deletePrefix('tree/few/');
  await blobs.deletePrefix('tree/few-more/');
  expect((await readdir(join(folder, 'tree'))).sort()).toEqual(['deep', 'few-more', 'few-more~type', 'many']);
  await blobs.deletePrefix('tree/');
  expect((await readdir(folder)).sort()).toEqual(['beside', '~drafts']);
  await blobs.deletePrefix('beside/');
});

test('a process that is killed in the middle of a body leaves drafts and no blob', async () => {
  const program = `
    const { createFolderBlobs } = require('./src/blobs/folder-blobs');
    const blobs = createFolderBlobs({ folder: process.argv[1], publicUrl: '', signingKey: Buffer.alloc(32) });
    const { Readable } = require('node:stream');
    let bytes = 0;
    const body = new Readable({ read() { bytes += 65536; this.push(Buffer.alloc(65536)); if (bytes > 4e6) console.log('written'); } });
    void blobs.put('killed/blob', body, { contentType: 'text/csv', byteMax: 1e9 });`;
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', program, folder], {
    cwd: join(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  await expect(blobs.stat('killed/blob')).rejects.toThrow(BlobNotFound);
  const drafts = await readdir(join(folder, '~drafts'));
  expect(drafts).not.toEqual([]);
  const hourAgo = Date.now() / 1_000 - 3_600;
  for (const draft of drafts) await utimes(join(folder, '~drafts', draft), hourAgo, hourAgo);
  expect(await blobs.removeAbandoned(3_000_000)).toBe(drafts.length);
  expect(await readdir(join(folder, '~drafts'))).toEqual([]);
});

test.each([[undefined], ['book.xlsx'], ['Übersicht "1"; &=?#/\n.csv']])(
  'a signed link with the file name %j verifies',
  async (filename) => {
    const link = new URL(
      await blobs.signedUrl('a/one.json', 1_800_000_000_123, filename === undefined ? {} : { filename }),
    );
    expect(link.href).toMatch(/^https:\/\/sheaf\.example\/b\/a\/one\.json\?expires=1800000001&/);
    const parts = { key: 'a/one.json', ...Object.fromEntries(link.searchParams) } as Parameters<
      typeof verifyBlobPath
    >[1];
    expect(parts.filename).toBe(filename);
    expect(verifyBlobPath(signingKey, parts)).toBe(true);
    const changes = [
      { key: 'a/two.json' },
      { expires: '1800000002' },
      { expires: '01800000001' },
      { filename: 'other.exe' },
      { filename: '' },
      { sig: '' },
      { sig: 'AAAA' },
      { sig: parts.sig.slice(1) },
      { sig: `A${parts.sig.slice(1)}` === parts.sig ? `B${parts.sig.slice(1)}` : `A${parts.sig.slice(1)}` },
    ];
    for (const change of changes)
      expect([change, verifyBlobPath(signingKey, { ...parts, ...change })]).toEqual([change, false]);
    expect(verifyBlobPath(Buffer.alloc(32), parts)).toBe(false);
  },
);

test('the parts of a signed link cannot be shifted into each other', async () => {
  const link = new URL(await blobs.signedUrl('a/one', 1_800_000_000_000, { filename: '1900000000' }));
  const sig = link.searchParams.get('sig')!;
  const shifted = [
    { key: 'a/one', expires: '1800000000\n1900000000' },
    { key: 'a/one\n1800000000', expires: '1900000000' },
  ];
  for (const parts of shifted) expect(verifyBlobPath(signingKey, { ...parts, sig })).toBe(false);
});
