import { type Collection, type MongoClient, type WriteConcernSettings } from 'mongodb';
import { lightWrite } from './light-write';

/** Number of data-bearing members, by client. */
const membersSeen = new WeakMap<MongoClient, number>();

/** Tracks the number of members of a client's replica set. Call it before the client connects. */
export function countMembers(client: MongoClient): void {
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const primary = [...newDescription.servers.values()].find(({ type }) => type === 'RSPrimary');
    if (primary !== undefined) membersSeen.set(client, primary.hosts.length);
  });
}

/**
 * Write concern for rows that count only after a later majority-acknowledged write that names them.
 *
 * A single member replays its log in order, so that the later write makes them durable and they may be light.
 * With several members another one may take over in between and have the naming write without the rows: there
 * the rows need a majority themselves.
 */
export function beforeItsName<T extends object>(rows: Collection<T>): WriteConcernSettings {
  // The driver's types lack it. Without it, rows are as safe as with several members.
  const { client } = rows as unknown as { client?: MongoClient };
  return client !== undefined && membersSeen.get(client) === 1 ? lightWrite : { w: 'majority' };
}
