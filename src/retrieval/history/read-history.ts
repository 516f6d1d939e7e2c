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

/**
 * Creates a reader of a history. It waits for pending records of the same tenant.
 *
 * @param clock default the machine's
 */
export function createHistoryReader(
  { queries, queryBodies }: Pick<Stores, 'queries' | 'queryBodies'>,
  history: Pick<QueryHistory, 'written'>,
  clock: () => Date = () => new Date(),
) {
  async function withBodies(tenant: Tenant, rows: readonly QueryRow[]): Promise<HistoryEntry[]> {
    const kept = withoutBodies(rows).filter(({ bodyState }) => bodyState === 'available');
    const bodies = await queryBodies.read(
      tenant,
      kept.map(({ row }) => row._id),
    );
    const entries: HistoryEntry[] = [];
    for (const entry of withoutBodies(rows)) {
      const data = entry.bodyState === 'available' ? bodies.get(entry.row._id) : undefined;
      if (data !== undefined) entries.push({ ...entry, body: unpackBody(data) });
      else if (entry.bodyState === 'available') entries.push({ ...entry, bodyState: 'missing' });
      else entries.push(entry);
    }
    return entries;
  }

  function withoutBodies(rows: readonly QueryRow[]): HistoryEntry[] {
    const now = clock();
    return rows.map((row) => ({ row, bodyState: bodyStateOf(row, now), body: null }));
  }

  return {
    /** A tenant's query with its body, by its id or that of its request; null for other tenants. */
    async find(tenant: Tenant, queryOrRequestId: string): Promise<HistoryEntry | null> {
      await history.written(tenant);
      const row = await queries.find(tenant, queryOrRequestId);
      if (row === null) return null;
      const [entry] = await withBodies(tenant, [row]);
      return entry!;
    },

    /** A page of a tenant's history. With `bodies` it ends early at the size limit of bodies. */
    async list(
      tenant: Tenant,
      page: QueryPage,
      { bodies }: { bodies: boolean },
    ): Promise<{ entries: HistoryEntry[]; next: Place | null }> {
      await history.written(tenant);
      const { queries: rows, next } = await queries.list(tenant, page);
      if (!bodies) return { entries: withoutBodies(rows), next };
      const shown = rows.slice(0, fitting(withoutBodies(rows)));
      return {
        entries: await withBodies(tenant, shown),
        next: shown.length < rows.length ? placeOf(shown.at(-1)!) : next,
      };
    },
  };
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
