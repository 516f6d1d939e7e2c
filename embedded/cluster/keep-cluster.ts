import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../cache/cache-folder';
import { openDataFolder } from '../data-folder';
import { EmbeddedFailure } from '../failure';
import { aborted, runUntilSignal } from '../run-until-signal';
import { reportStart } from '../report';
import { setting } from '../setting';
import { withDatabase } from '../mongodb-url';
import { type Cluster, type MemberName, startCluster } from './cluster';
import { obtainPair, startPair, type TemporalName, temporalNames, type TemporalPair } from './temporal-pair';

/** Time for which a member that was killed stays away. */
const awayMs = 15_000;
const database = 'sheaf';

/**
 * Keeps a cluster up in the foreground until Ctrl-C; answers the exit code. A member that is killed is started
 * again after 15 seconds. With `--temporal`, two processes of Temporal over PostgreSQL belong to it.
 */
export function keepCluster(): Promise<number> {
  const { temporal: withTemporal } = parseArgs({ options: { temporal: { type: 'boolean' } } }).values;
  return runUntilSignal(async (controller) => {
    const { signal } = controller;
    const report = console.log;
    const folder = await openDataFolder(path.join(setting('DATA_DIR') ?? '.data', 'cluster'), report);
    const dataFolder = path.join(folder.path, 'data');
    mkdirSync(dataFolder, { recursive: true });
    const { children, ports } = folder;
    let cluster: Cluster | undefined;
    let pair: TemporalPair | undefined;
    let isUp = false;
    let fail: (description: string) => void;
    const failed = new Promise<string>((resolve) => (fail = resolve));

    async function bringBack(name: string, description: string): Promise<void> {
      if (!isUp) {
        fail(description);
        return;
      }
      report(`${description}\n${name} is started again in ${awayMs / 1_000} s.`);
      await delay(awayMs, undefined, { signal });
      if (temporalNames.some((each) => each === name)) await pair?.restart(name as TemporalName);
      else await cluster?.restart(name as MemberName);
      printMembers();
    }

    function printMembers(): void {
      const members = [...(cluster?.pids() ?? []), ...(pair?.pids() ?? [])];
      console.log(`Processes: ${members.map(([name, pid]) => `${name} ${pid}`).join(', ')}`);
    }

    try {
      const start = { dataFolder, children, ports, signal };
      const onEnd = (name: string, description: string): void => {
        bringBack(name, description).catch((error: unknown) => {
          fail(error instanceof Error ? error.message : String(error));
        });
      };
      const obtain = { cache: cacheFolder(), report, signal };
      cluster = await startCluster(obtain, start, onEnd, controller);
      if (withTemporal === true) {
        const programs = await obtainPair(obtain);
        pair = await reportStart(report, 'Temporal, two processes', () => startPair(programs, start, onEnd));
      }
      isUp = true;
      printMembers();
      console.log(`\nMONGODB_URL='${withDatabase(cluster.mongodbUrl, database)}'`);
      console.log(`ELASTICSEARCH_URL='${cluster.elasticsearchUrl}'`);
      if (pair !== undefined) console.log(`TEMPORAL_ADDRESS='${pair.address}'`);
      console.log('\nReady. With these variables `npm start` uses the cluster. Ctrl-C stops it.');
      const failure = await Promise.race([failed, children.firstFailure, aborted(signal)]);
      if (failure !== undefined) throw new EmbeddedFailure(failure);
      return 0;
    } finally {
      await pair?.close();
      await folder.close();
    }
  }, 0);
}
