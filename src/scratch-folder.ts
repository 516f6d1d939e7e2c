import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { beatFile, createScratchWatch } from './abandoned-scratch';
import { answerAsAlive, kernelFile, ownKernel } from './scratch-owner';

/** A folder beats, and looks at those beside it, this often. */
const lookEveryMs = 10_000;

/** A program's own folder for files that are lost with it. */
export interface ScratchFolder {
  path: string;
  close(): Promise<void>;
}

/**
 * Makes a scratch folder below the data folder, where the folder blob store can take files over by renaming
 * them. While it is open, folders that killed programs left beside it are removed.
 */
export function openScratchFolder(dataDir: string, log: Logger): Promise<ScratchFolder> {
  return openOwnFolder(join(dataDir, 'scratch'), 'worker-', log);
}

/**
 * Makes a folder of this program below `parent`. While it is open, other folders there whose programs are
 * dead are removed.
 *
 * @param prefix of the folder's name
 */
export async function openOwnFolder(parent: string, prefix: string, log: Logger): Promise<ScratchFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(parent, prefix));
  const stopAnswering = await declareOwner(path, log);
  const watch = createScratchWatch({ parent, own: path, log });
  let timer: NodeJS.Timeout;
  let turn = takeTurn();
  async function takeTurn(): Promise<void> {
    try {
      await beat(path);
      await watch.look();
    } catch (err) {
      log.warn({ err }, 'the folder of scratch files cannot be looked after');
    }
    timer = setTimeout(() => {
      turn = takeTurn();
    }, lookEveryMs).unref();
  }
  await turn;
  return {
    path,
    async close() {
      await turn;
      clearTimeout(timer);
      await stopAnswering();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Another machine takes the folder for left behind when it saw no beat for long; it is needed again then. */
async function beat(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(path, beatFile), randomUUID());
}

/** Lets programs of this kernel ask whether this one lives. Without, as on some file systems, beats decide. */
async function declareOwner(path: string, log: Logger): Promise<() => Promise<void>> {
  const kernel = await ownKernel();
  if (kernel === null) return () => Promise.resolve();
  try {
    const stopAnswering = await answerAsAlive(path);
    await writeFile(join(path, kernelFile), kernel);
    return stopAnswering;
  } catch (err) {
    log.info({ err }, 'scratch files are on a file system without sockets; signs of life are written there');
    return () => Promise.resolve();
  }
}
