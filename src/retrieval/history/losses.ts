import { type QueryRecord } from '../../domain/documents/query';
import { hourOf, type QueryLoss, type QueryLossStore } from '../../stores/documents/queries/query-losses';

/** Tenant hours that are kept while the store is unavailable, which rarely lasts longer than one hour. */
const hoursMax = 10_000;

/**
 * Counts queries that could not be recorded, until the count can be stored: the latency report then shows
 * that it is incomplete. Queries of evaluations are not counted, since the report excludes them.
 */
export function createLosses(store: QueryLossStore) {
  let unwritten = new Map<string, QueryLoss>();

  function add({ organizationId, environment, hour, queries }: QueryLoss): void {
    const key = `${organizationId}/${environment}/${hour.getTime()}`;
    const known = unwritten.get(key);
    if (known !== undefined) known.queries += queries;
    else if (unwritten.size < hoursMax) unwritten.set(key, { organizationId, environment, hour, queries });
  }

  return {
    count(records: readonly QueryRecord[]): void {
      for (const { organizationId, environment, createdAt, evalId } of records)
        if (evalId === null) add({ organizationId, environment, hour: hourOf(createdAt), queries: 1 });
    },

    /** Stores the counts since the last call; after a failure they are kept for the next one. */
    async flush(): Promise<void> {
      if (unwritten.size === 0) return;
      const losses = [...unwritten.values()];
      unwritten = new Map();
      try {
        await store.add(losses);
      } catch (error) {
        losses.forEach(add);
        throw error;
      }
    },
  };
}
