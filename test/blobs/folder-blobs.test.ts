import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobNotFound, type BlobStore } from '../../src/blobs';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { verifyBlobPath } from '../../src/blob-url';
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

test('deleting leaves no empty folders behind', async () => {
  await blobs.put('a/b/c/one', Readable.from([Buffer.from('1')]), csv);
  await blobs.put('a/two', Readable.from([Buffer.from('2')]), csv);
  await blobs.delete(['a/b/c/one']);
  expect((await readdir(join(folder, 'a'))).sort()).toEqual(['two', 'two~type']);
  await blobs.deletePrefix('a/');
  expect(await readdir(folder)).toEqual(['~drafts']);
});

test('a process that is killed in the middle of a body leaves a draft and no blob', async () => {
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
  expect(drafts).toHaveLength(1);
  const hourAgo = Date.now() / 1_000 - 3_600;
  await utimes(join(folder, '~drafts', drafts[0]!), hourAgo, hourAgo);
  expect(await blobs.removeAbandoned(3_000_000)).toBe(1);
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
