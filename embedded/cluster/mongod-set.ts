import path from 'node:path';
import { waitUntilReady } from '../processes/wait-until-ready';
import type { StartContext } from '../servers/context';
import { configureSet, replicaSet, startMember, whileAsked } from '../servers/mongod';

/** Names of the members, as their processes are called. */
export const mongodNames = ['mongod-1', 'mongod-2', 'mongod-3'] as const;

const readyTimeoutMs = 60_000;
/**
 * The server's own ten seconds without a primary are long for a caller who waits; less than this would take a
 * busy machine for a dead one.
 */
const settings = { electionTimeoutMillis: 4_000, heartbeatIntervalMillis: 1_000 };

/** The replica set of a cluster. */
export interface MongodSet {
  url: string;
  /** Starts a member that has ended, and waits until it has caught up with the others. */
  restart(name: string): Promise<void>;
  /** Name of the member that takes writes; undefined while there is none. */
  primary(): Promise<string | undefined>;
}

/** Starts three members and answers once one of them takes writes. */
export async function startMongodSet(binary: string, context: StartContext): Promise<MongodSet> {
  const folder = (name: string) => path.join(context.dataFolder, name);
  const start = (name: string) => startMember(binary, context, name, folder(name));
  const members = await Promise.all(mongodNames.map(start));
  const hosts = members.map(({ host }) => host);
  const [first] = members;
  const ready = { timeoutMs: readyTimeoutMs, signal: context.signal };
  const stateOf = (host: string) =>
    whileAsked(host, async (admin): Promise<{ isWritablePrimary?: boolean; secondary?: boolean }> =>
      admin.command({ hello: 1 }),
    );

  async function primary(): Promise<string | undefined> {
    const found = await Promise.allSettled(hosts.map(stateOf));
    return mongodNames.find((_, place) => {
      const state = found[place]!;
      return state.status === 'fulfilled' && state.value.isWritablePrimary === true;
    });
  }

  await waitUntilReady({
    ...ready,
    child: first!.child,
    async probe() {
      if ((await primary()) !== undefined) return;
      await whileAsked(hosts[0]!, (admin) => configureSet(admin, hosts, settings));
      throw new Error('the set has no primary yet');
    },
  });
  return {
    url: `mongodb://${hosts.join(',')}/?replicaSet=${replicaSet}`,
    async restart(name) {
      const { child, host } = await start(name);
      await waitUntilReady({
        ...ready,
        child,
        async probe() {
          const { isWritablePrimary, secondary } = await stateOf(host);
          if (isWritablePrimary !== true && secondary !== true) throw new Error('it has not caught up yet');
        },
      });
    },
    primary,
  };
}
