import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BlobStore, BlobsFull } from '../../src/blobs';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { canMount, mountSmall, unmount } from '../setup/small-disk';
import { signingKey } from './drivers';

const csv = { contentType: 'text/csv' };
const mib = 1024 * 1024;
const { signal } = new AbortController();

(canMount ? describe : describe.skip)('a folder of 1 MiB', () => {
  let folder: string;
  let scratch: string;
  let blobs: BlobStore;
  beforeEach(async () => {
    folder = await mountSmall(mib);
    scratch = await mkdtemp(join(tmpdir(), 'sheaf-scratch-'));
    blobs = createFolderBlobs({ folder, publicUrl: 'https://sheaf.example', signingKey });
    await blobs.put('a/kept', body(400 * 1024), csv);
  });
  afterEach(async () => {
    await unmount(folder);
    await rm(scratch, { recursive: true });
  });

  const body = (bytes: number) => Readable.from([Buffer.alloc(bytes, 'a')]);
  async function files(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  }
  const large = async () => {
    await writeFile(join(scratch, 'large'), Buffer.alloc(mib));
    return join(scratch, 'large');
  };
  const kept = { key: 'a/kept' };

  test.each<[string, () => Promise<unknown>]>([
    ['a body', () => blobs.put('b/new', body(mib), csv)],
    ['a body in place of another', () => blobs.put('a/kept', body(mib), csv)],
    ['a file', async () => blobs.putFile('b/new', await large(), csv)],
    ['joined blobs', () => blobs.join('b/new', [kept, kept, kept], { ...csv, signal })],
  ])('takes no %s beyond its room, says so, and keeps nothing of it', async (_, write) => {
    await expect(write()).rejects.toThrow(BlobsFull);
    expect(await files()).toEqual(['a/kept', 'a/kept~type']);
    expect((await blobs.stat('a/kept')).byteSize).toBe(400 * 1024);
    await blobs.put('b/small', body(1_000), csv);
  });

  test('is not ready: a file of the largest size would not fit', async () => {
    await expect(blobs.check()).rejects.toThrow(BlobsFull);
    expect(await files()).toEqual(['a/kept', 'a/kept~type']);
  });

  test('that is mounted to be read only takes nothing and is not ready', async () => {
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    await expect(blobs.put('b/small', body(1), csv)).rejects.toThrow(BlobsFull);
    await expect(blobs.check()).rejects.toThrow(BlobsFull);
    expect((await blobs.stat('a/kept')).byteSize).toBe(400 * 1024);
  });
});

test('a folder with room is ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-folder-'));
  const blobs = createFolderBlobs({ folder, publicUrl: 'https://sheaf.example', signingKey });
  await expect(blobs.check()).resolves.toBeUndefined();
  await rm(folder, { recursive: true });
});
