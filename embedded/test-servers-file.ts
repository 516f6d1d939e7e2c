import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProcessMark, isRunning } from './processes/process-mark';
import { projectRoot } from './project-root';
import type { TestServers } from './test-server-variables';

/** File that holds the addresses of the test servers that a process of this clone keeps up. */
export const testServersFile = path.join(projectRoot, '.cache', 'test-servers.json');

/** What {@link testServersFile} holds. */
export interface WrittenTestServers {
  owner: ProcessMark;
  addresses: TestServers;
}

/** The test servers that another process keeps up, such as `npm run servers`; undefined when there are none. */
export function findTestServers(): TestServers | undefined {
  try {
    const { owner, addresses } = JSON.parse(readFileSync(testServersFile, 'utf8')) as WrittenTestServers;
    return isRunning(owner) ? addresses : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
