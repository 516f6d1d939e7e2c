import { type LatencyFilter } from '../../domain/documents/query-latency';
import { type Tenant } from '../../domain/platform/tenancy';
import { type ActiveCollection, type SlowQuery } from '../../stores/documents/queries/query-latency';
import { createBriefCache, type Remembered } from './brief-cache';
import { computeReport, type LatencyReport } from './compute-report';
import { type LatencyMeasures, measuresSize, readMeasures, type ReportSources } from './read-measures';

const measuresTtlMs = 30_000;
/** Cached pairs of time and count, about 20 MB. */
const measuresSizeMax = 500_000;

/**
 * Creates the reports on processing times of queries.
 *
 * @param options.clock default the machine's
 */
export function createLatencyReports({
  monotonicMs,
  clock = () => new Date(),
  ...sources
}: ReportSources & { monotonicMs: () => number; clock?: () => Date }) {
  const measures = createBriefCache<LatencyMeasures>({
    ttlMs: measuresTtlMs,
    weightMax: measuresSizeMax,
    weightOf: measuresSize,
    monotonicMs,
  });

  return {
    /**
     * The report for a filter. Its measures are cached for 30 seconds, so that another number of bins needs
     * no read. Concurrent equal requests share one read. Stage times are read only on request.
     */
    async report(
      { organizationId, environment }: Tenant,
      filter: LatencyFilter,
      { bins, stages, refresh }: { bins: number; stages: boolean; refresh: boolean },
    ): Promise<Remembered<LatencyReport>> {
      const tenant = { organizationId, environment };
      const { from, to, collection, apiVersion, rerank, searchMode, ratioReason, hasFilter } = filter;
      // JSON distinguishes null (unknown) from undefined (any) only in objects.
      const key = JSON.stringify({
        ...tenant,
        from,
        to,
        collection,
        apiVersion,
        rerank,
        searchMode,
        ratioReason,
        hasFilter,
        stages,
      });
      const read = () => readMeasures(sources, tenant, filter, { stages, now: clock() });
      const { value, cached } = await measures.get(key, { refresh }, read);
      return { value: computeReport(value, bins), cached };
    },

    /**
     * A page of the queried collections, most active first, and their total number.
     *
     * @param search part of the name, ignoring case; empty for all
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

    /** The slowest queries, slowest first. */
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
