import { type ClientSession, type MongoClient } from 'mongodb';

/**
 * Runs a piece of work as one transaction; it may be run again when it meets another one, so it has no
 * effects but its writes.
 */
export type Transact = <T>(lane: string, work: (session: ClientSession) => Promise<T>) => Promise<T>;

/**
 * Transactions in lanes: those of one lane wait for each other inside this process, because two that write
 * the same row would only throw each other's work away. Correctness does not depend on lanes: the database
 * decides.
 */
export function createTransact(client: MongoClient): Transact {
  const tails = new Map<string, Promise<unknown>>();

  return async <T>(lane: string, work: (session: ClientSession) => Promise<T>): Promise<T> => {
    const before = tails.get(lane) ?? Promise.resolve();
    const run = before.then(() =>
      client.withSession((session) =>
        session.withTransaction(() => work(session), {
          readConcern: 'snapshot',
          readPreference: 'primary',
        }),
      ),
    );
    const tail = run.then(
      () => undefined,
      () => undefined,
    );
    tails.set(lane, tail);
    try {
      return await run;
    } finally {
      if (tails.get(lane) === tail) tails.delete(lane);
    }
  };
}
