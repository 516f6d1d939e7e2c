import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { type ObtainContext } from '../../embedded/cache/entry';
import { createChildren } from '../../embedded/processes/children';
import { createPorts } from '../../embedded/processes/ports';
import { type StartContext } from '../../embedded/servers/context';

/** A folder in which a test runs servers of its own. */
export interface OwnFolder {
  obtain: ObtainContext;
  start: StartContext;
  controller: AbortController;
  /** Stops the servers and removes the folder. */
  close: () => Promise<void>;
}

/** Makes one. @param name of its servers, such as `cluster` */
export async function makeOwnFolder(name: string): Promise<OwnFolder> {
  const dataFolder = await mkdtemp(join(tmpdir(), `sheaf-own-${name}-`));
  const children = createChildren({ logFolder: dataFolder, recordFile: join(dataFolder, 'children.json') });
  const controller = new AbortController();
  const { signal } = controller;
  const ports = createPorts(join(dataFolder, 'ports.json'));
  return {
    obtain: { cache: cacheFolder(), report: () => undefined, signal },
    start: { dataFolder, children, ports, signal },
    controller,
    close: async () => {
      await children.stopAll();
      await rm(dataFolder, { recursive: true });
    },
  };
}
