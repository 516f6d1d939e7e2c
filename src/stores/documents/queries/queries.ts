import { type Db, type Filter, type Sort } from 'mongodb';
import { type ApiVersion, type QueryStage } from '../../../domain/documents/query';
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
  /** As it was called when it was asked. */
  collectionName: string;
  queryText: string;
  resultCount: number;
  /** Results wanted at most. */
  limit: number;
  semanticRatio: number | null;
  /** Bytes of the stored body before compression; null when none could be stored. */
  bodyBytes: number | null;
  /** Evaluation that asked; null for everybody else. */
  evalId: string | null;
  createdAt: Date;

  /** Fields that the latency report counts and filters by. A setting is null where the query predates it. */
  isEvaluation: boolean;
  /** Whole milliseconds; null when the time was not recorded. */
  latencyMs: number | null;
  apiVersion: ApiVersion | null;
  rerank: boolean | null;
  searchMode: SearchMode | null;
  hasFilter: boolean | null;
  /** Whole milliseconds of each stage that ran; rows from before they were recorded have none. */
  stageMs?: Partial<Record<QueryStage, number>>;
}

/** Part of the history: `from` belongs to it, `to` does not. */
export interface QueryWindow {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The wanted page of the history. */
export interface QueryPage extends QueryWindow {
  collection?: string | undefined;
  sort: 'asc' | 'desc';
  /** Place of the last query of the page before; null for the first page. */
  after: Place | null;
  limit: number;
}

/**
 * The order of the history, and behind it all that the latency report looks at: both read this index, the
 * report without the rows.
 */
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
        hasFilter: 1,
      },
      name: queryReportIndex,
    },
    { key: { organizationId: 1, environment: 1, requestId: 1, createdAt: 1 } },
  ],
};

/** Rows that one page is looked for in when only some of them belong to it. */
const lookedAtMax = 5_000;

/** The history of queries; rows are written once and stay. */
export function createQueryStore(db: Db) {
  const rows = db.collection<QueryRow>(queryIndexes.collection);

  /** Place of the row with this number, null when there are fewer. */
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
    /**
     * Writes rows. Those that are there already stay as they are. @returns those that could not be written
     */
    async insert(wanted: readonly QueryRow[]): Promise<QueryRow[]> {
      return insertNew(rows, wanted);
    },

    /**
     * A tenant's query by its own id or that of a request, of which it is the latest; null for anybody
     * else's.
     */
    async find(tenant: Tenant, queryOrRequestId: string): Promise<QueryRow | null> {
      const own = await rows.findOne({ _id: queryOrRequestId, ...ownedBy(tenant) });
      if (own !== null) return own;
      const ofRequest = { ...ownedBy(tenant), requestId: queryOrRequestId };
      return rows.findOne(ofRequest, { sort: { createdAt: -1 } });
    },

    /**
     * A page of a tenant's history. With a collection the page is looked for in a bounded number of rows, so
     * that it may be short, or empty, and yet have a `next`.
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
      // Found first: what is inserted meanwhile lies on one side of it for this page and the next alike.
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
