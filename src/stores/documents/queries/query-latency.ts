import { type Db, type Document, type Filter } from 'mongodb';
import {
  LATENCY_SETTINGS,
  type LatencyFilter,
  type QueryTraits,
} from '../../../domain/documents/query-latency';
import { type QueryStage } from '../../../domain/documents/query';
import { type Tenant } from '../../../domain/platform/tenancy';
import { queryIndexes, queryReportIndex, type QueryRow } from './queries';
import { ownedBy } from '../../mongo/owned-by';

/**
 * Span of one read, in milliseconds. A read has a deadline, which a slice of a very large history meets. A
 * group uses memory only for the distinct values of one slice.
 */
const sliceMs = 15 * 24 * 3_600_000;
const sliceTimeoutMs = 9_000;
/** Documents in one answer of the server; the event loop gets a turn between answers. */
const answerDocsMax = 500;
/** Distinct times in one document: far below the size limit, and read within milliseconds. */
const timesPerDocMax = 16_384;

/** Queries of one collection by time in whole milliseconds; null for those without a recorded time. */
export interface LatencyCounts {
  collectionName: string;
  latenciesMs: (number | null)[];
  /** Number of queries for the time at the same index. */
  queries: number[];
}

/** Queries that spent this time, in whole milliseconds, in a stage. */
export interface StageCount {
  stage: QueryStage;
  ms: number;
  queries: number;
}

/** Queries with the same settings. */
export interface TraitsCount {
  traits: QueryTraits;
  queries: number;
}

export interface ActiveCollection {
  collectionId: string;
  collectionName: string;
  queries: number;
  lastQueryAt: Date;
}

/** A query and its processing time. */
export interface SlowQuery {
  queryId: string;
  requestId: string;
  latencyMs: number;
}

/**
 * Creates the reads of processing times, without queries of evaluations. All but stage times come from one
 * index. Each function fails with an error that `isStoreUnavailable` recognises when the server is
 * unavailable or misses the deadline.
 */
export function createQueryLatencyStore(db: Db) {
  const rows = db.collection<QueryRow>(queryIndexes.collection);

  function aggregate<T extends Document>(pipeline: Document[]) {
    const options = { hint: queryReportIndex, maxTimeMS: sliceTimeoutMs, batchSize: answerDocsMax };
    return rows.aggregate<T>(pipeline, options);
  }

  return {
    /**
     * Number of queries by time and collection. A collection, and a time of it, may occur repeatedly. The
     * server packs the pairs into few documents, since reading one document for each would take longer than
     * counting.
     */
    async *counts(tenant: Tenant, filter: LatencyFilter): AsyncGenerator<LatencyCounts> {
      const part = { $floor: { $divide: ['$_id.ms', timesPerDocMax] } };
      for (const slice of slices(filter)) {
        const groups = aggregate<{ _id: { c: string }; ms: (number | null)[]; n: number[] }>([
          { $match: matching(tenant, slice) },
          { $group: { _id: { c: '$collectionName', ms: '$latencyMs' }, n: { $sum: 1 } } },
          { $group: { _id: { c: '$_id.c', part }, ms: { $push: '$_id.ms' }, n: { $push: '$n' } } },
        ]);
        for await (const { _id, ms, n } of groups)
          yield { collectionName: _id.c, latenciesMs: ms, queries: n };
      }
    },

    /**
     * Number of queries by time in each stage. A pair may occur repeatedly. Reads the rows, since stage times
     * are in no index.
     */
    async *stages(tenant: Tenant, filter: LatencyFilter): AsyncGenerator<StageCount> {
      for (const slice of slices(filter)) {
        const groups = aggregate<{ _id: { stage: QueryStage; ms: number }; n: number }>([
          { $match: matching(tenant, slice) },
          { $project: { _id: 0, spent: { $objectToArray: '$stageMs' } } },
          { $unwind: '$spent' },
          { $group: { _id: { stage: '$spent.k', ms: '$spent.v' }, n: { $sum: 1 } } },
        ]);
        for await (const { _id, n } of groups) yield { ..._id, queries: n };
      }
    },

    /** Number of queries by combination of settings. A combination may occur repeatedly. */
    async *traits(tenant: Tenant, filter: LatencyFilter): AsyncGenerator<TraitsCount> {
      const key = Object.fromEntries(LATENCY_SETTINGS.map((setting) => [setting, `$${setting}`]));
      for (const slice of slices(filter)) {
        const groups = aggregate<{ _id: QueryTraits; n: number }>([
          { $match: matching(tenant, slice) },
          { $group: { _id: key, n: { $sum: 1 } } },
        ]);
        for await (const { _id, n } of groups) yield { traits: _id, queries: n };
      }
    },

    /** Queried collections. One may occur repeatedly. */
    async *collections(tenant: Tenant, filter: LatencyFilter): AsyncGenerator<ActiveCollection> {
      for (const slice of slices(filter)) {
        const groups = aggregate<{ _id: { id: string; name: string }; n: number; last: Date }>([
          { $match: matching(tenant, slice) },
          {
            $group: {
              _id: { id: '$collectionId', name: '$collectionName' },
              n: { $sum: 1 },
              last: { $max: '$createdAt' },
            },
          },
        ]);
        for await (const { _id, n, last } of groups)
          yield { collectionId: _id.id, collectionName: _id.name, queries: n, lastQueryAt: last };
      }
    },

    /** The slowest queries, slowest first; ties by id. */
    async slowest(tenant: Tenant, filter: LatencyFilter, max: number): Promise<SlowQuery[]> {
      const found: { _id: string; latencyMs: number }[] = [];
      for (const slice of slices(filter)) {
        const slow = await aggregate<{ _id: string; latencyMs: number }>([
          { $match: { ...matching(tenant, slice), latencyMs: { $gte: 0 } } },
          { $project: { latencyMs: 1 } },
          { $sort: { latencyMs: -1, _id: 1 } },
          { $limit: max },
        ]).toArray();
        found.push(...slow);
      }
      const top = found
        .sort((a, b) => b.latencyMs - a.latencyMs || (a._id < b._id ? -1 : 1))
        .slice(0, max)
        .map(({ _id }) => _id);
      const read = await rows
        .find(
          { _id: { $in: top } },
          { projection: { requestId: 1, latencyMs: 1 }, maxTimeMS: sliceTimeoutMs },
        )
        .toArray();
      const byId = new Map(read.map((row) => [row._id, row]));
      return top
        .map((queryId) => byId.get(queryId)!)
        .map(({ _id, requestId, latencyMs }) => ({ queryId: _id, requestId, latencyMs: latencyMs! }));
    },
  };
}

function* slices({ from, to, ...rest }: LatencyFilter): Generator<LatencyFilter> {
  for (let startMs = from.getTime(); startMs < to.getTime(); startMs += sliceMs) {
    const endMs = Math.min(startMs + sliceMs, to.getTime());
    yield { ...rest, from: new Date(startMs), to: new Date(endMs) };
  }
}

function matching(tenant: Tenant, { from, to, collection, ...traits }: LatencyFilter): Filter<QueryRow> {
  return {
    ...ownedBy(tenant),
    createdAt: { $gte: from, $lt: to },
    isEvaluation: false,
    ...(collection === undefined ? {} : { collectionName: collection }),
    ...traits,
  };
}
