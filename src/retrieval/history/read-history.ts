import { type Tenant } from '../../domain/platform/tenancy';
import { type BodyState, bodyStateOf } from '../../domain/documents/query-history';
import { type Stores } from '../../stores';
import { type QueryPage, type QueryRow } from '../../stores/documents/queries/queries';
import { type Place, placeOf } from '../../stores/mongo/place';
import { type QueryHistory } from './query-history';
import { type StoredBody, unpackBody } from './stored-body';

/** Size limit of the bodies on one page, as JSON; a page has at least one row. */
const pageBodyBytesMax = 4 * 1024 * 1024;

export interface HistoryEntry {
  row: QueryRow;
  bodyState: BodyState;
  /** Null when none is stored or requested. */
  body: StoredBody | null;
}

export interface StoredQueryDeps {
  stores: Pick<Stores, 'queries' | 'queryBodies'>;
  history: Pick<QueryHistory, 'written'>;
  /** Default: the machine's. */
  clock?: () => Date;
}

/**
 * Finds a query of a tenant with its body, by its id or that of its request; null for other tenants. Pending
 * records of the tenant are waited for.
 */
export async function findStoredQuery(
  deps: StoredQueryDeps,
  tenant: Tenant,
  queryOrRequestId: string,
): Promise<HistoryEntry | null> {
  await deps.history.written(tenant);
  const row = await deps.stores.queries.find(tenant, queryOrRequestId);
  if (row === null) return null;
  const [entry] = await withBodies(deps, tenant, [row]);
  return entry!;
}

/**
 * Lists a page of the history of a tenant. With `bodies` it ends early at the size limit of bodies. Pending
 * records of the tenant are waited for.
 */
export async function listStoredQueries(
  deps: StoredQueryDeps,
  tenant: Tenant,
  page: QueryPage,
  { bodies }: { bodies: boolean },
): Promise<{ entries: HistoryEntry[]; next: Place | null }> {
  await deps.history.written(tenant);
  const { queries: rows, next } = await deps.stores.queries.list(tenant, page);
  if (!bodies) return { entries: withoutBodies(deps, rows), next };
  const shown = rows.slice(0, fitting(withoutBodies(deps, rows)));
  return {
    entries: await withBodies(deps, tenant, shown),
    next: shown.length < rows.length ? placeOf(shown.at(-1)!) : next,
  };
}

async function withBodies(
  deps: StoredQueryDeps,
  tenant: Tenant,
  rows: readonly QueryRow[],
): Promise<HistoryEntry[]> {
  const kept = withoutBodies(deps, rows).filter(({ bodyState }) => bodyState === 'available');
  const bodies = await deps.stores.queryBodies.read(
    tenant,
    kept.map(({ row }) => row._id),
  );
  const entries: HistoryEntry[] = [];
  for (const entry of withoutBodies(deps, rows)) {
    const data = entry.bodyState === 'available' ? bodies.get(entry.row._id) : undefined;
    if (data !== undefined) entries.push({ ...entry, body: unpackBody(data) });
    else if (entry.bodyState === 'available') entries.push({ ...entry, bodyState: 'missing' });
    else entries.push(entry);
  }
  return entries;
}

function withoutBodies(
  { clock = () => new Date() }: StoredQueryDeps,
  rows: readonly QueryRow[],
): HistoryEntry[] {
  const now = clock();
  return rows.map((row) => ({ row, bodyState: bodyStateOf(row, now), body: null }));
}

/** Number of these queries, from the first, whose bodies fit into one page; at least one. */
function fitting(entries: readonly HistoryEntry[]): number {
  let bytes = 0;
  const over = entries.findIndex(({ row, bodyState }) => {
    if (bodyState === 'available') bytes += row.bodyBytes ?? 0;
    return bytes > pageBodyBytesMax;
  });
  return over === -1 ? entries.length : Math.max(1, over);
}
