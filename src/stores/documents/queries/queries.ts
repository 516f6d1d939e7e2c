import { type Db, type Filter, type Sort } from 'mongodb';
import { type ApiVersion, type QueryStage, type RatioReason } from '../../../domain/documents/query';
import { type SearchMode } from '../../../domain/documents/query-history';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { insertNew } from '../../mongo/insert-new';
import { ownedBy } from '../../mongo/owned-by';
import { beyond, madeWithin, type Place, placeOf } from '../../mongo/place';

/** A completed query, without its request and its answer. */
export interface QueryRow extends Tenant {
  /** The query's id. */
  _id: string;
  requestId: string;
  collectionId: string;
  /** Name of the collection at the time of the query. */
  collectionName: string;
  queryText: string;
  resultCount: number;
  /** Requested number of results. */
  limit: number;
  /** As used, 0 to 1. */
  semanticRatio: number | null;
  /** Size of the stored body before compression, in bytes; null when none was stored. */
  bodyBytes: number | null;
  /** Evaluation that sent the query; null for all other queries. */
  evalId: string | null;
  createdAt: Date;

  /**
   * Fields that the latency report counts and filters by. A setting is null when the query is older than it.
   */
  isEvaluation: boolean;
  /** Whole milliseconds; null when not recorded. */
  latencyMs: number | null;
  apiVersion: ApiVersion | null;
  rerank: boolean | null;
  searchMode: SearchMode | null;
  ratioReason: RatioReason | null;
  hasFilter: boolean | null;
  /** Whole milliseconds of each stage that ran; old rows have none. */
  stageMs?: Partial<Record<QueryStage, number>>;
}

/** A span of the history: `from` inclusive, `to` exclusive. */
export interface QueryWindow {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The requested page of the history. */
export interface QueryPage extends QueryWindow {
  collection?: string | undefined;
  sort: 'asc' | 'desc';
  /** Place of the last query on the page before; null for the first page. */
  after: Place | null;
  limit: number;
}

/** Index with the order of the history, followed by all fields of the latency report, which reads no rows. */
export const queryReportIndex = 'tenant_time_report';

export const queryIndexes: CollectionIndexes = {
  collection: 'queries',
  indexes: [
    {
      key: {
        organizationId: 1,
        environment: 1,
        createdAt: 1,
        _id: 1,
        isEvaluation: 1,
        collectionName: 1,
        collectionId: 1,
        latencyMs: 1,
        apiVersion: 1,
        rerank: 1,
        searchMode: 1,
        ratioReason: 1,
        hasFilter: 1,
      },
      name: queryReportIndex,
    },
    { key: { organizationId: 1, environment: 1, requestId: 1, createdAt: 1 } },
  ],
};

/** Most rows that one page with a collection reads. */
const lookedAtMax = 5_000;

/** Creates the store of the history; rows are written once and never change. */
export function createQueryStore(db: Db) {
  const rows = db.collection<QueryRow>(queryIndexes.collection);

  /** Place of the row with this number; null when there are fewer. */
  async function nth(filter: Filter<QueryRow>, order: Sort, number: number): Promise<Place | null> {
    const [row] = await rows
      .find(filter, { projection: { _id: 1, createdAt: 1 } })
      .hint(queryReportIndex)
      .sort(order)
      .skip(number - 1)
      .limit(1)
      .toArray();
    return row === undefined ? null : placeOf(row);
  }

  return {
    /** Writes rows; existing ones stay unchanged. @returns those that could not be written */
    async insert(wanted: readonly QueryRow[]): Promise<QueryRow[]> {
      return insertNew(rows, wanted);
    },

    /** A tenant's query by its id, or the latest one of a request; null for other tenants. */
    async find(tenant: Tenant, queryOrRequestId: string): Promise<QueryRow | null> {
      const own = await rows.findOne({ _id: queryOrRequestId, ...ownedBy(tenant) });
      if (own !== null) return own;
      const ofRequest = { ...ownedBy(tenant), requestId: queryOrRequestId };
      return rows.findOne(ofRequest, { sort: { createdAt: -1 } });
    },

    /**
     * A page of a tenant's history. With a collection a bounded number of rows is read, so that the page may
     * be short, or empty, and still have a `next`.
     */
    async list(
      tenant: Tenant,
      { collection, sort, after, limit, ...window }: QueryPage,
    ): Promise<{ queries: QueryRow[]; next: Place | null }> {
      const order: Sort = sort === 'asc' ? { createdAt: 1, _id: 1 } : { createdAt: -1, _id: -1 };
      const ahead: Filter<QueryRow> = {
        $and: [
          { ...ownedBy(tenant), ...madeWithin(window) },
          ...(after === null ? [] : [beyond(after, sort === 'asc' ? '$gt' : '$lt')]),
        ],
      };
      // Read first, so that rows inserted meanwhile are on the same side of it for this page and the next.
      const last = collection === undefined ? null : await nth(ahead, order, lookedAtMax);
      const conditions: Filter<QueryRow>[] = [
        ahead,
        ...(collection === undefined ? [] : [{ collectionName: collection }]),
        ...(last === null ? [] : [upTo(last, sort === 'asc' ? '$lt' : '$gt')]),
      ];
      const found = await rows
        .find({ $and: conditions })
        .hint(queryReportIndex)
        .sort(order)
        .limit(limit + 1)
        .toArray();
      const queries = found.slice(0, limit);
      return { queries, next: found.length > limit ? placeOf(queries.at(-1)!) : last };
    },
  };
}

function upTo({ createdAt, id }: Place, side: '$gt' | '$lt'): Filter<QueryRow> {
  return {
    createdAt: { [`${side}e`]: createdAt },
    $or: [{ createdAt: { [side]: createdAt } }, { _id: { [`${side}e`]: id } }],
  };
}
