import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheFolder } from '../cache/cache-folder';
import { openDataFolder } from '../data-folder';
import { EmbeddedFailure } from '../failure';
import { aborted, runUntilSignal } from '../run-until-signal';
import { setting } from '../setting';
import { withDatabase } from '../mongodb-url';
import { type Cluster, type MemberName, startCluster } from './cluster';

/** Time for which a member that was killed stays away. */
const awayMs = 15_000;
const database = 'sheaf';

/**
 * Keeps a cluster up in the foreground until Ctrl-C; answers the exit code. A member that is killed is started
 * again after 15 seconds.
 */
export function keepCluster(): Promise<number> {
  return runUntilSignal(async (controller) => {
    const { signal } = controller;
    const report = console.log;
    const folder = await openDataFolder(path.join(setting('DATA_DIR') ?? '.data', 'cluster'), report);
    const dataFolder = path.join(folder.path, 'data');
    mkdirSync(dataFolder, { recursive: true });
    const { children, ports } = folder;
    let cluster: Cluster | undefined;
    let fail: (description: string) => void;
    const failed = new Promise<string>((resolve) => (fail = resolve));

    async function bringBack(name: string, description: string): Promise<void> {
      if (cluster === undefined) {
        fail(description);
        return;
      }
      report(`${description}\n${name} is started again in ${awayMs / 1_000} s.`);
      await delay(awayMs, undefined, { signal });
      await cluster.restart(name as MemberName);
      printMembers(cluster);
    }

    try {
      const start = { dataFolder, children, ports, signal };
      const onEnd = (name: string, description: string): void => {
        bringBack(name, description).catch((error: unknown) => {
          fail(error instanceof Error ? error.message : String(error));
        });
      };
      cluster = await startCluster({ cache: cacheFolder(), report, signal }, start, onEnd, controller);
      printMembers(cluster);
      console.log(`\nMONGODB_URL='${withDatabase(cluster.mongodbUrl, database)}'`);
      console.log(`ELASTICSEARCH_URL='${cluster.elasticsearchUrl}'`);
      console.log('\nReady. With these variables `npm start` uses the cluster. Ctrl-C stops it.');
      const failure = await Promise.race([failed, aborted(signal)]);
      if (failure !== undefined) throw new EmbeddedFailure(failure);
      return 0;
    } finally {
      await folder.close();
    }
  }, 0);
}

function printMembers(cluster: Cluster): void {
  const members = [...cluster.pids()].map(([name, pid]) => `${name} ${pid}`);
  console.log(`Processes: ${members.join(', ')}`);
}
