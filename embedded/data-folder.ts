import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Lock, acquireLock } from './cache/lock';
import { EmbeddedFailure } from './failure';
import { type Children, createChildren } from './processes/children';
import { type Ports, createPorts } from './processes/ports';
import { endRecorded } from './processes/process-records';
import type { Report } from './report';

/** A data folder that this process alone runs servers in. */
export interface DataFolder {
  path: string;
  children: Children;
  ports: Ports;
  /** Stops every child and gives the folder back. */
  close(): Promise<void>;
}

/**
 * Takes the data folder `folder` for this process and ends what a crashed run left running in it.
 *
 * @throws EmbeddedFailure when another process has it
 */
export async function openDataFolder(folder: string, report: Report): Promise<DataFolder> {
  const absolute = path.resolve(folder);
  mkdirSync(absolute, { recursive: true });
  const lock = await takeFolder(absolute);
  const recordFile = path.join(absolute, 'processes.json');
  const ended = await endRecorded(recordFile);
  if (ended.length > 0) report(`Ended what a former run had left: ${ended.join(', ')}`);
  const children = createChildren({ logFolder: path.join(absolute, 'logs'), recordFile });
  return {
    path: absolute,
    children,
    ports: createPorts(path.join(absolute, 'ports.json')),
    async close() {
      await children.stopAll();
      await lock.release();
    },
  };
}

function takeFolder(folder: string): Promise<Lock> {
  return acquireLock(path.join(folder, 'lock'), {
    onBusy: (pid) => {
      throw new EmbeddedFailure(
        `The data folder ${folder} is in use by process ${pid}: end that one first, or set DATA_DIR to another folder.`,
      );
    },
  });
}
