import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedFailure } from '../failure';
import { findUser, isRoot, type MachineUser } from '../processes/machine-user';
import { runTool } from '../processes/run-tool';
import { waitUntilReady } from '../processes/wait-until-ready';
import { findOnPath, isExecutable } from '../tools/find-on-path';
import type { StartContext } from './context';

const readyTimeoutMs = 60_000;
/** Folder in which Debian's packages keep the programs of each version, outside of the PATH. */
const debianFolder = '/usr/lib/postgresql';
/** Name of the superuser of the databases; no password is needed on the loopback address. */
export const postgresUser = 'temporal';

/** Folder of the programs of PostgreSQL: those on the PATH, else the newest of Debian's; undefined without one. */
export function findPostgres(): string | undefined {
  const onPath = findOnPath('initdb');
  // A link to it alone has no neighbours.
  if (onPath !== undefined) return path.dirname(realpathSync(onPath));
  if (!existsSync(debianFolder)) return undefined;
  const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => path.join(debianFolder, version, 'bin'));
  return folders.find((folder) => isExecutable(path.join(folder, 'initdb')));
}

/**
 * Starts PostgreSQL, and answers its port once it takes statements. Where this process is root, which
 * PostgreSQL refuses to be, it runs as the user `postgres`, who must be able to reach the data folder.
 */
export async function startPostgres(programs: string, context: StartContext): Promise<number> {
  const { dataFolder, children, ports, signal } = context;
  const folder = path.join(dataFolder, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = serverUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const tools = { logFile: path.join(dataFolder, 'postgres-tools.log'), signal, user };
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    const encoding = ['--encoding', 'UTF8', '--locale', 'C'];
    const access = ['--username', postgresUser, '--auth', 'trust'];
    await runTool(path.join(programs, 'initdb'), ['--pgdata', folder, ...access, ...encoding], tools);
  }
  const port = await ports.choose('postgres');
  const child = await children.start({
    name: 'postgres',
    command: path.join(programs, 'postgres'),
    args: ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    user,
  });
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  await waitUntilReady({
    child,
    signal,
    timeoutMs: readyTimeoutMs,
    probe: async () => {
      await runTool(path.join(programs, 'pg_isready'), address, tools);
    },
  });
  return port;
}

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];

function serverUser(): MachineUser | undefined {
  if (!isRoot()) return undefined;
  const user = findUser('postgres');
  if (user !== undefined) return user;
  throw new EmbeddedFailure(
    'PostgreSQL does not run as root, and this machine has no user postgres: start this as another user.',
  );
}
