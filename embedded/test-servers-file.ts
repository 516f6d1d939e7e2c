import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ProcessMark, isRunning, processMark } from './processes/process-mark';
import { projectRoot } from './project-root';
import type { TestServers } from './test-server-variables';

/** Holds the addresses of the test servers that a process of this clone keeps up. */
const testServersFile = path.join(projectRoot, '.cache', 'test-servers.json');

interface WrittenTestServers {
  owner: ProcessMark;
  addresses: TestServers;
}

/**
 * The test servers that another process keeps up, such as `npm run servers`; undefined when there are none.
 */
export function findTestServers(): TestServers | undefined {
  try {
    const { owner, addresses } = JSON.parse(readFileSync(testServersFile, 'utf8')) as WrittenTestServers;
    return isRunning(owner) ? addresses : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Lets tests find the servers that this process keeps up. */
export function publishTestServers(addresses: TestServers): void {
  const written: WrittenTestServers = { owner: processMark(process.pid), addresses };
  writeFileSync(`${testServersFile}.draft`, JSON.stringify(written), { mode: 0o600 });
  renameSync(`${testServersFile}.draft`, testServersFile);
}

/** The servers are about to stop. */
export function withdrawTestServers(): void {
  rmSync(testServersFile, { force: true });
}
