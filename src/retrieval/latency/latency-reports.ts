import { type LatencyFilter } from '../../domain/query-latency';
import { type Tenant } from '../../domain/tenancy';
import { type ActiveCollection, type SlowQuery } from '../../stores/query-latency';
import { createBriefCache, type Remembered } from './brief-cache';
import { computeReport, type LatencyReport, type ReportSources } from './compute-report';

const reportTtlMs = 30_000;
const reportsMax = 500;

/**
 * Reports on the processing times of queries.
 *
 * @param options.clock default the machine's
 */
export function createLatencyReports({
  monotonicMs,
  clock = () => new Date(),
  ...sources
}: ReportSources & { monotonicMs: () => number; clock?: () => Date }) {
  const reports = createBriefCache<LatencyReport>({
    ttlMs: reportTtlMs,
    entriesMax: reportsMax,
    monotonicMs,
  });

  return {
    /** The report of a filter, remembered for half a minute. Equal ones that meet are computed once. */
    async report(
      { organizationId, environment }: Tenant,
      filter: LatencyFilter,
      { bins, refresh }: { bins: number; refresh: boolean },
    ): Promise<Remembered<LatencyReport>> {
      const tenant = { organizationId, environment };
      const { from, to, collection, apiVersion, rerank, searchMode, hasFilter } = filter;
      // Null (unknown) is another value than undefined (any), which JSON has only in objects.
      const key = JSON.stringify({
        ...{ ...tenant, from, to, bins },
        ...{ collection, apiVersion, rerank, searchMode, hasFilter },
      });
      return reports.get(key, { refresh }, () => computeReport(sources, tenant, filter, bins, clock()));
    },

    /**
     * A page of the collections that were asked, the most active first, and how many there are in all.
     *
     * @param search part of the name, in either case; empty for all
     */
    async activeCollections(
      tenant: Tenant,
      filter: LatencyFilter,
      { search, limit, offset }: { search: string; limit: number; offset: number },
    ): Promise<{ collections: ActiveCollection[]; total: number }> {
      await sources.history.written(tenant);
      const wanted = search.toLowerCase();
      const byId = new Map<string, ActiveCollection>();
      for await (const part of sources.stores.queryLatency.collections(tenant, filter)) {
        if (!part.collectionName.toLowerCase().includes(wanted)) continue;
        const known = byId.get(part.collectionId);
        byId.set(part.collectionId, known === undefined ? part : joined(known, part));
      }
      const ranked = [...byId.values()].sort(
        (a, b) => b.queries - a.queries || (a.collectionId < b.collectionId ? -1 : 1),
      );
      return { collections: ranked.slice(offset, offset + limit), total: ranked.length };
    },

    /** The slowest queries, the slowest first. */
    async slowest(tenant: Tenant, filter: LatencyFilter, limit: number): Promise<SlowQuery[]> {
      await sources.history.written(tenant);
      return sources.stores.queryLatency.slowest(tenant, filter, limit);
    },
  };
}

function joined(a: ActiveCollection, b: ActiveCollection): ActiveCollection {
  const later = a.lastQueryAt > b.lastQueryAt ? a : b;
  return { ...later, queries: a.queries + b.queries };
}
