import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { allOrNothing } from './all-or-nothing';
import { cacheFolder } from './cache/cache-folder';
import { openDataFolder } from './data-folder';
import { obtainManifestTools } from './kubernetes/manifest-tools';
import { obtainEmbeddingModel } from './models/embedding-model';
import { projectRoot } from './project-root';
import { type Report, reportStart } from './report';
import { serverTasks } from './server-tasks';
import type { StartContext } from './servers/context';
import { obtainGcsServer } from './servers/gcs';
import { obtainS3Server, startS3Server } from './servers/s3';
import { obtainTemporalTestServer } from './servers/temporal-test-server';
import { type TestServers, readVariables } from './test-server-variables';

/** Test servers that run as children of this process. */
export interface RunningTestServers {
  addresses: TestServers;
  /** Settles with what happened when one of them ends by itself. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

/**
 * A run of all tests drops hundreds of databases, of which each keeps some 220 files open for this long. With
 * the server's own five minutes it has no file descriptor left near the end of the run.
 */
const snapshotSeconds = 20;

/** Starts the servers that the environment does not name, on empty data folders. */
export async function startTestServers(
  report: Report,
  controller: AbortController,
): Promise<RunningTestServers> {
  const folder = await openDataFolder(path.join(projectRoot, '.cache', 'test-servers'), report);
  try {
    const data = path.join(folder.path, 'data');
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    const start = {
      dataFolder: data,
      children: folder.children,
      ports: folder.ports,
      snapshotSeconds,
      isShortLived: true,
      signal: controller.signal,
    };
    const addresses = await startMissing(start, report, controller);
    return { addresses, failed: folder.children.firstFailure, stop: () => folder.close() };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function startMissing(
  start: StartContext,
  report: Report,
  controller: AbortController,
): Promise<TestServers> {
  const given = readVariables();
  const obtain = { cache: cacheFolder(), report, signal: controller.signal };
  const started = await allOrNothing(
    {
      ...serverTasks(given, obtain, start),
      temporalTestServer: async () => {
        if (given.temporalTestServer !== undefined) return given.temporalTestServer;
        return obtainTemporalTestServer(path.join(start.dataFolder, 'temporal-test-server'), obtain);
      },
      s3: async () => {
        if (given.s3 !== undefined) return given.s3;
        const binary = await obtainS3Server(obtain);
        return reportStart(report, 'S3 server', () => startS3Server(binary, start));
      },
      // Programs that single suites need are in the cache then, and no suite has to wait for them.
      forSuites: () =>
        Promise.all([obtainEmbeddingModel(obtain), obtainGcsServer(obtain), obtainManifestTools(obtain)]),
    },
    controller,
  );
  const { mongodbUrl, elasticsearchUrl, temporalTestServer, s3 } = started;
  const { address: temporalAddress, uiUrl: temporalUiUrl } = started.temporal;
  return { mongodbUrl, elasticsearchUrl, temporalTestServer, s3, temporalAddress, temporalUiUrl };
}
