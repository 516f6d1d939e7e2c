import { type ClientSession, type MongoClient } from 'mongodb';

/**
 * Runs work as one transaction. The work may run again after a conflict, so that it must have no effects but
 * its writes.
 */
export type Transact = <T>(lane: string, work: (session: ClientSession) => Promise<T>) => Promise<T>;

/**
 * Creates transactions in lanes: those of one lane in this process run one after the other, since concurrent
 * ones that write the same row would conflict. Correctness does not depend on lanes: the database decides.
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
