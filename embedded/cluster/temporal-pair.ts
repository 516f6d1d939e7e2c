import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { EmbeddedFailure } from '../failure';
import { runTool, type ToolContext } from '../processes/run-tool';
import { waitUntilReady } from '../processes/wait-until-ready';
import type { StartContext } from '../servers/context';
import { findPostgres, postgresUser, startPostgres } from '../servers/postgres';
import { dynamicConfig } from '../servers/temporal';
import { ensureNamespace, whileConnected } from '../servers/temporal-namespace';
import { installGoProgram, requireGo } from '../tools/go';
import { fingerprint, pinFile } from '../tools/pins';
import { startBalancer } from './balancer';
import { createMembers } from './members';

/** Names of the processes, each with all services of Temporal. */
export const temporalNames = ['temporal-1', 'temporal-2'] as const;

export type TemporalName = (typeof temporalNames)[number];

const readyTimeoutMs = 120_000;
const version = '1.29.1';
const pins = 'temporal-server.sum';
/** The server, and what makes its tables. */
const programs = ['server', 'tools/sql'].map((name) => ({
  package: `go.temporal.io/server/cmd/${name}@v${version}`,
  pins,
}));
/** As many as `auto-setup` and the development server make. */
const historyShards = 4;
const services = ['frontend', 'history', 'matching', 'worker'] as const;
const plugin = 'postgres12';
/** Databases, and the tables of each among those that the server brings. */
const databases = { temporal: 'temporal', temporal_visibility: 'visibility' } as const;

/** Two processes of Temporal over one PostgreSQL, each of which may die by itself. */
export interface TemporalPair {
  /** Host and port of a balancer before both. */
  address: string;
  /** Ends a process without a chance to write anything. */
  kill(name: TemporalName): Promise<void>;
  /** Starts a process that has ended, and waits until it serves again. */
  restart(name: TemporalName): Promise<void>;
  /** Process ids of those that run. */
  pids(): Map<TemporalName, number>;
  /** Ends the balancer; the processes end with the children of the context. */
  close(): Promise<void>;
}

/** Programs that a pair is started from. */
interface PairPrograms {
  /** Folder of Temporal's. */
  temporal: string;
  /** Folder of PostgreSQL's. */
  postgres: string;
}

/** Finds PostgreSQL on this machine, and builds the server of Temporal with Go where the cache has none. */
export async function obtainPair(context: ObtainContext): Promise<PairPrograms> {
  const postgres = findPostgres();
  if (postgres === undefined) {
    throw new EmbeddedFailure(
      'PostgreSQL is missing: install it (on Debian the package postgresql), or put initdb on the PATH.',
    );
  }
  const temporal = await obtain(context, {
    name: `temporal-server-${version}-${process.platform}-${process.arch}-${fingerprint([pinFile(pins)])}`,
    title: `Temporal server ${version} (go, takes minutes)`,
    build: async (draft, tools) => {
      requireGo({ server: 'The server of Temporal', prerequisite: 'Go 1.25 or newer' });
      for (const program of programs) await installGoProgram(program, draft, tools);
    },
  });
  return { temporal, postgres };
}

/**
 * Starts PostgreSQL, makes the tables, starts both processes and answers once each serves the namespace
 * `default`, which keeps closed runs for nine days.
 *
 * @param onEnd called when a process has ended that was not stopped; the others continue
 */
export async function startPair(
  { temporal, postgres }: PairPrograms,
  context: StartContext,
  onEnd: (name: string, description: string) => void,
): Promise<TemporalPair> {
  const { dataFolder, signal } = context;
  const members = createMembers(context.children, onEnd);
  const postgresPort = await startPostgres(postgres, context);
  const tools = { logFile: path.join(dataFolder, 'temporal-tools.log'), signal };
  await makeTables(path.join(temporal, 'sql'), postgresPort, tools);

  const frontends = new Map<TemporalName, string>();

  async function start(name: TemporalName): Promise<void> {
    const ports = await choosePorts(name, context);
    const folder = path.join(dataFolder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'dynamic.yaml'), JSON.stringify(dynamicSettings()));
    await writeFile(
      path.join(folder, 'server.yaml'),
      JSON.stringify(configuration({ folder, ports, postgresPort })),
    );
    const child = await members.children.start({
      name,
      command: path.join(temporal, 'server'),
      args: ['--root', folder, '--config', '.', '--env', 'server', '--allow-no-auth', 'start'],
      cwd: folder,
    });
    const address = `127.0.0.1:${ports.frontend.grpcPort}`;
    frontends.set(name, address);
    await waitUntilReady({
      child,
      signal,
      timeoutMs: readyTimeoutMs,
      probe: () => whileConnected(address, ensureNamespace),
    });
  }

  // The second process starts after the first, which it finds in the table of members.
  for (const name of temporalNames) await start(name);
  const balancer = await startBalancer(await context.ports.choose('temporal'), [...frontends.values()]);
  return {
    address: balancer.address,
    kill: (name) => members.kill(name),
    restart: start,
    pids: () => members.pidsOf(temporalNames),
    close: () => balancer.close(),
  };
}

type ServicePorts = Record<(typeof services)[number], { grpcPort: number; membershipPort: number }>;

async function choosePorts(name: string, { ports }: StartContext): Promise<ServicePorts> {
  const chosen: Partial<ServicePorts> = {};
  for (const service of services) {
    chosen[service] = {
      grpcPort: await ports.choose(`${name}-${service}`),
      membershipPort: await ports.choose(`${name}-${service}-membership`),
    };
  }
  return chosen as ServicePorts;
}

/** Makes databases and tables, and brings those of a former version up to date. */
async function makeTables(tool: string, port: number, tools: ToolContext): Promise<void> {
  for (const [database, tables] of Object.entries(databases)) {
    const where = ['--plugin', plugin, '--endpoint', '127.0.0.1', '--port', String(port)];
    const at = [...where, '--user', postgresUser, '--database', database];
    await runTool(tool, [...at, 'create-database'], tools);
    await runTool(tool, [...at, 'setup-schema', '--version', '0.0'], tools);
    await runTool(tool, [...at, 'update-schema', '--schema-name', `postgresql/v12/${tables}`], tools);
  }
}

const dynamicSettings = () =>
  Object.fromEntries(Object.entries(dynamicConfig).map(([key, value]) => [key, [{ value }]]));

/** Configuration of one process; YAML takes JSON. */
function configuration(options: { folder: string; ports: ServicePorts; postgresPort: number }): object {
  const { folder, ports, postgresPort } = options;
  const storeOf = (databaseName: string) => ({
    sql: {
      pluginName: plugin,
      databaseName,
      connectAddr: `127.0.0.1:${postgresPort}`,
      connectProtocol: 'tcp',
      user: postgresUser,
      password: '',
      maxConns: 30,
      maxIdleConns: 30,
      maxConnLifetime: '1h',
    },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      numHistoryShards: historyShards,
      defaultStore: 'temporal',
      visibilityStore: 'temporal_visibility',
      datastores: Object.fromEntries(Object.keys(databases).map((name) => [name, storeOf(name)])),
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(
      services.map((service) => [service, { rpc: { ...ports[service], bindOnLocalHost: true } }]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.grpcPort}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: path.join(folder, 'dynamic.yaml'), pollInterval: '60s' },
  };
}
