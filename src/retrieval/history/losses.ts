import { type QueryRecord } from '../../domain/documents/query';
import { hourOf, type QueryLoss, type QueryLossStore } from '../../stores/documents/queries/query-losses';

/** Hours of tenants that are remembered while the store is away; it is seldom away for more than one. */
const hoursMax = 10_000;

/**
 * Counts queries that could not be recorded, until the count can be written down itself: the latency report
 * says where it lacks something. Queries of evaluations are no part of the report, and are not counted.
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

    /** Writes down what was counted since; when that fails it is kept for the next time. */
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
