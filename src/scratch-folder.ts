import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { beatFile, createScratchWatch } from './abandoned-scratch';
import { answerAsAlive, kernelFile, ownKernel } from './scratch-owner';

/** Interval of a folder's heartbeat, and of the check of the other folders. */
const lookEveryMs = 10_000;

/** A program's own folder for files that need not outlive it. */
export interface ScratchFolder {
  path: string;
  close(): Promise<void>;
}

/**
 * Creates a scratch folder below the data folder, where the folder blob store can take over files by renaming
 * them. While it is open, folders of killed programs next to it are removed.
 */
export function openScratchFolder(dataDir: string, log: Logger): Promise<ScratchFolder> {
  return openOwnFolder(join(dataDir, 'scratch'), 'worker-', log);
}

/**
 * Creates a folder of this program below `parent`. While it is open, other folders there are removed once
 * their program is dead.
 *
 * @param prefix prefix of the folder's name
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

/**
 * Writes the heartbeat. If another machine has removed the folder after a long silence, it is created again.
 */
async function beat(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(path, beatFile), randomUUID());
}

/**
 * Lets programs on the same kernel check whether this one lives. Where that is impossible, as on some file
 * systems, only heartbeats decide.
 */
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
