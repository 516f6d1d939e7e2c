import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allOrNothing } from './all-or-nothing';
import { cacheFolder } from './cache/cache-folder';
import { openDataFolder } from './data-folder';
import { processMark } from './processes/process-mark';
import { projectRoot } from './project-root';
import { type Report, timed } from './report';
import type { StartContext } from './servers/context';
import { obtainElasticsearch, startElasticsearch } from './servers/elasticsearch';
import { obtainMongod, startMongod } from './servers/mongod';
import { obtainS3Server, startS3Server } from './servers/s3';
import { obtainTemporal, startTemporal } from './servers/temporal';
import { obtainTemporalTestServer } from './servers/temporal-test-server';
import { type TestServers, readVariables } from './test-server-variables';
import { testServersFile } from './test-servers-file';

/** Test servers that run as children of this process. */
export interface RunningTestServers {
  addresses: TestServers;
  /** Settles with what happened when one of them ends by itself. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the servers that the environment does not name, on empty data folders, and writes the addresses down for
 * tests that are run by hand meanwhile.
 */
export async function startTestServers(
  report: Report,
  controller: AbortController,
): Promise<RunningTestServers> {
  const { signal } = controller;
  const folder = await openDataFolder(path.join(projectRoot, '.cache', 'test-servers'), report);
  const data = path.join(folder.path, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const start: StartContext = { dataFolder: data, children: folder.children, ports: folder.ports, signal };
  const stop = async (): Promise<void> => {
    rmSync(testServersFile, { force: true });
    await folder.close();
  };
  try {
    const addresses = await startMissing(readVariables(), start, report, controller);
    const draft = `${testServersFile}.draft`;
    writeFileSync(draft, JSON.stringify({ owner: processMark(process.pid), addresses }), { mode: 0o600 });
    renameSync(draft, testServersFile);
    return { addresses, failed: folder.children.firstFailure, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMissing(
  given: Partial<TestServers>,
  start: StartContext,
  report: Report,
  controller: AbortController,
): Promise<TestServers> {
  const obtain = { cache: cacheFolder(), report, signal: controller.signal };
  const script = path.join(start.dataFolder, 'temporal-test-server');
  const { temporal, ...others } = await allOrNothing(
    {
      temporal: async () => {
        if (given.temporalAddress)
          return { address: given.temporalAddress, uiUrl: given.temporalUiUrl ?? '' };
        const binary = await obtainTemporal(obtain);
        return timed(report, 'Temporal: started', () => startTemporal(binary, start));
      },
      mongodbUrl: async () => {
        if (given.mongodbUrl) return given.mongodbUrl;
        const binary = await obtainMongod(obtain);
        return timed(report, 'MongoDB: started', () => startMongod(binary, start));
      },
      elasticsearchUrl: async () => {
        if (given.elasticsearchUrl) return given.elasticsearchUrl;
        const program = await obtainElasticsearch(obtain);
        return timed(report, 'Elasticsearch: started', () => startElasticsearch(program, start));
      },
      temporalTestServer: async () => {
        if (given.temporalTestServer) return given.temporalTestServer;
        await obtainTemporalTestServer(script, obtain);
        return script;
      },
      s3: async () => {
        if (given.s3) return given.s3;
        const binary = await obtainS3Server(obtain);
        return timed(report, 'S3 server: started', () => startS3Server(binary, start));
      },
    },
    controller,
  );
  return { ...others, temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl };
}
