import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allOrNothing } from '../../embedded/all-or-nothing';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { openDataFolder } from '../../embedded/data-folder';
import { type Child, type ChildProgram, type Children } from '../../embedded/processes/children';
import { freePort } from '../../embedded/processes/free-port';
import { withDatabase } from '../../embedded/mongodb-url';
import { waitUntilReady } from '../../embedded/processes/wait-until-ready';
import { projectRoot } from '../../embedded/project-root';
import { serverTasks } from '../../embedded/server-tasks';
import { type AzureAccess, startAzurite } from '../../embedded/servers/azurite';
import { obtainS3Server, type S3Access, startS3Server } from '../../embedded/servers/s3';
import { readVariables } from '../../embedded/test-server-variables';

const readyTimeoutMs = 60_000;
const answerTimeoutMs = 5_000;

/**
 * The servers on empty data and one API process; no worker unless asked, so that nothing but the measured
 * calls uses the machine.
 */
export interface BenchStack {
  apiUrl: string;
  apiPid: number;
  /**
   * Process id of a server by its name (`mongod`, `temporal`, `elasticsearch`); undefined where it was there
   * before.
   */
  pidOf(server: string): number | undefined;
  temporalAddress: string;
  /** Names a database of this run's own. */
  mongodbUrl: string;
  elasticsearchUrl: string;
  /**
   * Starts a worker with the API's configuration and answers its process id; it may take its first job a
   * while later.
   *
   * @param env added to that configuration; default nothing
   */
  startWorker(env?: Record<string, string>): Promise<number>;
  /**
   * Starts a further API process with the same configuration on a port of its own, and waits until it is ready.
   *
   * @param env added to that configuration; default nothing
   */
  startApi(env?: Record<string, string>): Promise<{ url: string; pid: number }>;
  /** Starts an empty S3 server, unless `TEST_S3_ENDPOINT` names one. */
  startS3(): Promise<S3Access>;
  /** Starts an empty emulator of Azure Blob Storage. */
  startAzure(): Promise<AzureAccess>;
  /** Starts another program, which ends with the stack. */
  start(program: ChildProgram): Promise<Child>;
  stop(): Promise<void>;
}

/**
 * Starts the servers that `TEST_MONGODB_URL` and the like do not name, then the API as it is built in `dist`.
 *
 * @param env added to the configuration of API and worker
 * @param controller aborted from outside to give up
 */
export async function startBenchStack(
  env: Record<string, string>,
  controller: AbortController,
): Promise<BenchStack> {
  const folder = await openDataFolder(join(projectRoot, '.cache', 'bench', 'stack'), console.log);
  try {
    const dataFolder = join(folder.path, 'data');
    rmSync(dataFolder, { recursive: true, force: true });
    mkdirSync(dataFolder);
    const { signal } = controller;
    const given = readVariables();
    const obtain = { cache: cacheFolder(), report: console.log, signal };
    const pids = new Map<string, number>();
    const children: Children = {
      ...folder.children,
      async start(program) {
        const child = await folder.children.start(program);
        pids.set(program.name, child.pid);
        return child;
      },
    };
    const start = { dataFolder, children, ports: folder.ports, signal };
    const servers = await allOrNothing(serverTasks(given, obtain, start), controller);
    const mongodbUrl = withDatabase(servers.mongodbUrl, `bench_${process.pid}`);
    const port = await freePort();
    const apiUrl = `http://127.0.0.1:${port}`;
    const programEnv = {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
      TEMPORAL_ADDRESS: servers.temporal.address,
      MONGODB_URL: mongodbUrl,
      ELASTICSEARCH_URL: servers.elasticsearchUrl,
      SIGNING_KEY: randomBytes(32).toString('base64'),
      ...env,
    };
    const startProgram = (name: 'api' | 'worker', more: Record<string, string> = {}) =>
      folder.children.start({
        name,
        command: process.execPath,
        args: ['--enable-source-maps', join(projectRoot, 'dist', 'src', `${name}.js`)],
        env: { ...programEnv, ...more },
      });
    const api = await startProgram('api');
    await waitUntilReady({ child: api, signal, timeoutMs: readyTimeoutMs, probe: () => probe(apiUrl) });
    return {
      apiUrl,
      apiPid: api.pid,
      pidOf: (server) => pids.get(server),
      temporalAddress: servers.temporal.address,
      mongodbUrl,
      elasticsearchUrl: servers.elasticsearchUrl,
      async startWorker(more) {
        return (await startProgram('worker', more)).pid;
      },
      async startApi(more = {}) {
        const otherPort = await freePort();
        const url = `http://127.0.0.1:${otherPort}`;
        const other = await startProgram('api', { PORT: String(otherPort), ...more });
        await waitUntilReady({ child: other, signal, timeoutMs: readyTimeoutMs, probe: () => probe(url) });
        return { url, pid: other.pid };
      },
      startS3: async () => given.s3 ?? startS3Server(await obtainS3Server(obtain), start),
      startAzure: () => startAzurite(start),
      start: (program) => folder.children.start(program),
      stop: () => folder.close(),
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function probe(apiUrl: string): Promise<void> {
  const response = await fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(answerTimeoutMs) });
  const body = await response.text();
  if (!body.includes('"ready"')) throw new Error(`it answers ${response.status} ${body}`);
}
