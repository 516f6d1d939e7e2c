import { type Collection, type Db } from 'mongodb';

/** The process has died: it does nothing any more. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Life of a process, in points at which it may die: before and after each operation on the database. */
export interface Fuse {
  left: number;
}

/** Operations that read or write when they are called. Cursors do so later, and are left alone. */
const operations = new Set([
  'bulkWrite',
  'countDocuments',
  'deleteOne',
  'findOne',
  'findOneAndUpdate',
  'insertOne',
  'updateMany',
  'updateOne',
]);

/**
 * A database as a process sees it that dies when its fuse is used up: before an operation, which then never
 * happens, or after it, where only the answer is lost. A transaction that it is in is aborted.
 */
export function mortalDatabase(db: Db, fuse: Fuse): Db {
  function pass(): void {
    if (fuse.left-- <= 0) throw new Killed('killed');
  }

  const mortal =
    <A extends unknown[]>(act: (...args: A) => Promise<unknown>) =>
    async (...args: A): Promise<unknown> => {
      pass();
      const answer = await act(...args);
      pass();
      return answer;
    };

  const mortalCollection = (rows: Collection) =>
    new Proxy(rows, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const act = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
        return operations.has(String(name)) ? mortal(act) : act;
      },
    });

  return new Proxy(db, {
    get(target, name) {
      if (name === 'collection')
        return (...args: Parameters<Db['collection']>) => mortalCollection(target.collection(...args));
      if (name === 'client') return { withSession: mortal(target.client.withSession.bind(target.client)) };
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
