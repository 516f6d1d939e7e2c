import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createScratchWatch } from '../../src/abandoned-scratch';
import { createBlobStore, openDraftFolder } from '../../src/blobs';
import { readConfig } from '../../src/config';
import { createLog } from '../../src/log';

const log = createLog('silent', 'test');
const SIGNING_KEY = Buffer.alloc(32).toString('base64');
/** More looks than the folder of a dead process gets, and fewer than that of a silent one. */
const looks = 10;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-drafts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const configOf = (blobFolder: string) => readConfig({ SIGNING_KEY, BLOB_FOLDER: blobFolder });
const draftsBelow = async (path: string) =>
  (await readdir(path, { recursive: true })).filter((file) => /[0-9a-f-]{36}/.test(file));

/** A process that writes a blob without an end, as a program does. */
async function startWriter(): Promise<ChildProcess> {
  const program = `
    const { createBlobStore, openDraftFolder } = require('./src/blobs');
    const { readConfig } = require('./src/config');
    const { Readable } = require('node:stream');
    const config = readConfig();
    const log = { info: () => undefined, warn: () => undefined };
    let bytes = 0;
    const body = new Readable({
      read() {
        bytes += 65536;
        if (bytes < 4e6) this.push(Buffer.alloc(65536));
        else console.log('written');
      },
    });
    openDraftFolder(config, { program: 'worker', log }).then((drafts) =>
      createBlobStore(config, drafts).put('killed/blob', body, { contentType: 'text/csv', byteMax: 1e9 }));
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
    cwd: join(__dirname, '../..'),
    env: { PATH: process.env.PATH, SIGNING_KEY, BLOB_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('unfinished blobs of a killed process go after a few looks of another one, those of a living one stay', async () => {
  const [killed, living] = [await startWriter(), await startWriter()];
  const drafts = join(folder, '~drafts');
  const before = await draftsBelow(drafts);
  expect(before).toHaveLength(4);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const watch = createScratchWatch({ parent: drafts, own: join(drafts, 'own'), log });
  for (let look = 0; look < looks; look++) await watch.look();
  const after = await draftsBelow(drafts);
  expect(after).toHaveLength(2);
  expect(before).toEqual(expect.arrayContaining(after));
  living.kill('SIGKILL');
  await once(living, 'exit');
});

test('a program writes blobs through its folder, which goes with it', async () => {
  const drafts = await openDraftFolder(configOf(folder), { program: 'api', log });
  const blobs = createBlobStore(configOf(folder), drafts);
  await blobs.put('a/blob', Readable.from([Buffer.from('whole')]), { contentType: 'text/csv', byteMax: 100 });
  expect(await blobs.stat('a/blob')).toMatchObject({ byteSize: 5, contentType: 'text/csv' });
  expect(await draftsBelow(folder)).toEqual([]);
  await blobs.delete(['a/blob']);
  await drafts!.close();
  expect(await readdir(folder, { recursive: true })).toEqual(['~drafts']);
});

test('retention removes old drafts of all folders, and nothing else of their owners', async () => {
  const drafts = await openDraftFolder(configOf(folder), { program: 'worker', log });
  const own = (await readdir(drafts!.path)).sort();
  await writeFile(join(drafts!.path, `${crypto.randomUUID()}~type`), 'text/csv');
  await writeFile(join(folder, '~drafts', crypto.randomUUID()), 'half');
  const blobs = createBlobStore(configOf(folder), drafts);
  expect(await blobs.removeAbandoned(3_600_000)).toBe(0);
  expect(await blobs.removeAbandoned(-1_000)).toBe(2);
  expect((await readdir(drafts!.path)).sort()).toEqual(own);
  await drafts!.close();
});

test('a program whose blob folder takes no folder starts without', async () => {
  await writeFile(join(folder, 'file'), '');
  const config = configOf(join(folder, 'file'));
  expect(await openDraftFolder(config, { program: 'api', log })).toBeNull();
});
