import { type Collection, type Db } from 'mongodb';
import { type SearchIndex } from '../../../../src/stores/documents/search-index';

/** Thrown in place of everything that a process would have done next. */
export const died = 'the process has died';

const writesOfMongo = new Set([
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'bulkWrite',
  'deleteOne',
  'deleteMany',
]);
const writesOfSearch = new Set(['ensure', 'write', 'update', 'remove', 'removeNamespaces', 'refresh']);

/**
 * Both stores as a process sees them that dies after some writes: the last one has been made, and from then on
 * nothing is written or read.
 *
 * @param writesLeft number of writes
 */
export function dyingStores(stores: { db: Db; search: SearchIndex }, writesLeft: number) {
  let left = writesLeft;
  const counted =
    (call: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (left === 0) throw new Error(died);
      left -= 1;
      const result = await call(...args);
      if (left === 0) throw new Error(died);
      return result;
    };
  const counting = <T extends object>(target: T, writes: ReadonlySet<string>): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        return typeof name === 'string' && writes.has(name) ? counted(call) : call;
      },
    });
  const db = new Proxy(stores.db, {
    get(target, name) {
      if (name === 'collection')
        return (collection: string): Collection => counting(target.collection(collection), writesOfMongo);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db, search: counting(stores.search, writesOfSearch) };
}
