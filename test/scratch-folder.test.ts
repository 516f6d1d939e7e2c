import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchWatch, type ScratchWatch } from '../src/abandoned-scratch';
import { createLog } from '../src/log';
import { openScratchFolder } from '../src/scratch-folder';

const log = createLog('silent', 'test');
/** Far more than any folder without an owner gets. */
const manyLooks = 200;
const longName = 'data-folder-with-a-name-that-leaves-no-room-for-a-socket'.repeat(2);

let dataDir: string;
let parent: string;
let watch: ScratchWatch;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'sheaf-scratch-')), longName);
  parent = join(dataDir, 'scratch');
  await mkdir(join(parent, 'own'), { recursive: true });
  watch = createScratchWatch({ parent, own: join(parent, 'own'), log });
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  await rm(join(dataDir, '..'), { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.signalCode !== null || child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A process that keeps a scratch folder open. */
async function startOwner(): Promise<{ child: ChildProcess; folder: string }> {
  const program = `
    const { openScratchFolder } = require(${JSON.stringify(join(__dirname, '../src/scratch-folder.ts'))});
    const log = { info: () => undefined, warn: () => undefined };
    openScratchFolder(${JSON.stringify(dataDir)}, log).then(({ path }) => console.log(path));
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', program], {
    cwd: join(__dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const folder = line.toString().trim();
  await writeFile(join(folder, 'original.pdf'), 'of a customer');
  return { child, folder };
}

async function looks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await watch.look();
}

test('the folder of a killed process goes after a few looks', async () => {
  const { child, folder } = await startOwner();
  await watch.look();
  await end(child);
  await looks(10);
  expect(existsSync(folder)).toBe(false);
});

test('the folder of a process that lives stays, even where the process is stopped and old files are in it', async () => {
  const { child, folder } = await startOwner();
  child.kill('SIGSTOP');
  await utimes(folder, new Date(0), new Date(0));
  await looks(manyLooks);
  expect(existsSync(join(folder, 'original.pdf'))).toBe(true);
});

test('the folder of another machine stays while it beats, and goes when it does not', async () => {
  const folder = join(parent, 'worker-away');
  await mkdir(folder);
  await writeFile(join(folder, 'kernel'), 'of another machine');
  for (let n = 0; n < manyLooks; n++) {
    await writeFile(join(folder, 'beat'), String(n));
    await watch.look();
  }
  expect(existsSync(folder)).toBe(true);
  await looks(10);
  expect(existsSync(folder)).toBe(true);
  await looks(manyLooks);
  expect(existsSync(folder)).toBe(false);
});

test('folders and files without any mark of an owner go, of whatever name', async () => {
  const left = [join(parent, 'of-a-former-release'), join(parent, 'plain.tmp')];
  await mkdir(left[0]!);
  await writeFile(left[1]!, 'text');
  await looks(manyLooks);
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(join(parent, 'own'))).toBe(true);
});

test('two folders of one process leave each other alone and go when they are closed', async () => {
  const [first, second] = [await openScratchFolder(dataDir, log), await openScratchFolder(dataDir, log)];
  await looks(manyLooks);
  expect([first, second].every(({ path }) => existsSync(path))).toBe(true);
  await first.close();
  expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, true]);
  await second.close();
  expect(existsSync(second.path)).toBe(false);
});
