import { LRUCache } from 'lru-cache';
import { type Db, type Filter, type FindCursor } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type AuditAction, type AuditEntry, type AuditFacts } from '../../../domain/products/audit';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { inBatches } from '../../mongo/in-batches';
import { isDuplicateKey } from '../../mongo/mongo';
import { ownedBy } from '../../mongo/owned-by';
import { auditChainId, createAuditChainStore } from './audit-chains';
import { entryHash } from './entry-hash';

export type AuditEntryRow = Tenant & Omit<AuditEntry, 'id'> & { _id: string };

/** An entry without a position. */
export type NewAuditEntry = AuditFacts & { id: string };

/** The chain of entries: its tenant, and the key of its hashes. */
export interface AuditChain {
  tenant: Tenant;
  hashKey: Uint8Array;
}

/** The newest entry of a chain. */
type ChainEnd = Pick<AuditEntryRow, 'seq' | 'at' | 'hash'>;

/** Filter for entries; absent members match all. */
export interface AuditFilter {
  /** Unix milliseconds, inclusive. */
  from?: number | undefined;
  /** Unix milliseconds, exclusive. */
  to?: number | undefined;
  actions?: readonly AuditAction[] | undefined;
  index?: string | undefined;
  keyId?: string | undefined;
  operator?: string | undefined;
  tenant?: string | undefined;
}

/** Entries that one process writes to one chain in one batch. */
const entriesPerWriteMax = 100;
/** Entries that a walk along a chain holds in memory. */
const entriesPerReadMax = 500;
/** Rounds that one batch may lose against other processes; in each round one of them succeeds. */
const roundsMax = 200;
/** Chains whose ends one process caches. */
const keptEndsMax = 1_000;
/** Time limit of one read that pages or filters. */
const readTimeMsMax = 5_000;

const withoutOwner = { organizationId: 0, environment: 0 } as const;
const owner = { organizationId: 1, environment: 1 } as const;
const narrowedBy = (field: string) => ({ key: { ...owner, [field]: 1, seq: 1 } as const });

export const auditEntryIndexes: CollectionIndexes = {
  collection: 'audit_entries',
  indexes: [
    // Unique positions keep a chain from forking.
    { key: { ...owner, seq: 1 }, unique: true },
    narrowedBy('at'),
    narrowedBy('action'),
    narrowedBy('index'),
    narrowedBy('keyId'),
    { ...narrowedBy('operator'), partialFilterExpression: { operator: { $type: 'string' } } },
    { ...narrowedBy('tenant'), partialFilterExpression: { tenant: { $type: 'string' } } },
  ],
  compressor: 'zstd',
};

/**
 * Creates the store of entries, which is append-only. A unique index guards the positions of a chain: of two
 * processes that want the next one, the second reads the end of the chain again. A process that dies leaves
 * the entries that it has written, and no gap.
 */
export function createAuditEntryStore(db: Db) {
  const rows = db.collection<AuditEntryRow>(auditEntryIndexes.collection);
  const chains = createAuditChainStore(db);
  // A cached end may be outdated: the next entry then collides with one of another process.
  const ends = new LRUCache<string, ChainEnd>({ max: keptEndsMax });
  const append = inBatches<{ chain: AuditChain; entry: NewAuditEntry }, null>(
    entriesPerWriteMax,
    async (_, items) => {
      const { chain } = items[0]!;
      const entries = items.map(({ entry }) => entry);
      await write(chain, entries);
      return items.map(() => null);
    },
  );

  async function write({ tenant, hashKey }: AuditChain, entries: readonly NewAuditEntry[]): Promise<void> {
    const chainId = auditChainId(tenant);
    let left = entries;
    for (let round = 0; left.length > 0; round++) {
      if (round === roundsMax) throw new Error('the end of the audit chain is never free');
      const chained = chain(hashKey, tenant, left, ends.get(chainId) ?? (await endOf(tenant)));
      ends.delete(chainId);
      try {
        await rows.insertMany(chained, { ordered: true });
        left = [];
        const { seq, at, hash } = chained.at(-1)!;
        ends.set(chainId, { seq, at, hash });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        left = await missing(left);
      }
    }
    // The entry exists whether or not this record succeeds.
    await recordEnd(tenant, ends.get(chainId)).catch(() => undefined);
  }

  /** @param end absent when an earlier attempt has written all entries */
  async function recordEnd(tenant: Tenant, end?: ChainEnd): Promise<void> {
    const last = end ?? (await endOf(tenant));
    if (last !== null) await chains.saveLast(tenant, last.seq);
  }

  async function endOf(tenant: Tenant): Promise<ChainEnd | null> {
    return rows.findOne(ownedBy(tenant), {
      sort: { seq: -1 },
      projection: { seq: 1, at: 1, hash: 1 },
    });
  }

  /** Entries that no attempt has written yet. */
  async function missing(entries: readonly NewAuditEntry[]): Promise<NewAuditEntry[]> {
    const ids = entries.map(({ id }) => id);
    const found = await rows.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const written = new Set(found.map(({ _id }) => _id));
    return entries.filter(({ id }) => !written.has(id));
  }

  /** Position of the first entry at or after a time; null when all are earlier. */
  async function firstSince(tenant: Tenant, at: number): Promise<number | null> {
    const row = await rows.findOne(
      { ...ownedBy(tenant), at: { $gte: at } },
      { sort: { at: 1, seq: 1 }, projection: { seq: 1 }, maxTimeMS: readTimeMsMax },
    );
    return row?.seq ?? null;
  }

  async function conditions(
    tenant: Tenant,
    { from, to, actions, index, keyId, operator, tenant: named }: AuditFilter,
  ): Promise<Filter<AuditEntryRow>[] | null> {
    const first = from === undefined ? 1 : await firstSince(tenant, from);
    if (first === null) return null;
    const end = to === undefined ? null : await firstSince(tenant, to);
    return [
      { ...ownedBy(tenant), seq: { $gte: first, ...(end === null ? {} : { $lt: end }) } },
      ...(actions === undefined ? [] : [{ action: { $in: [...actions] } }]),
      ...(index === undefined ? [] : [{ index }]),
      ...(keyId === undefined ? [] : [{ keyId }]),
      ...(operator === undefined ? [] : [{ operator }]),
      ...(named === undefined ? [] : [{ tenant: named }]),
    ];
  }

  async function read(
    tenant: Tenant,
    filter: AuditFilter,
    page: { seq: Filter<AuditEntryRow>['seq']; order: 1 | -1; limit: number },
  ): Promise<AuditEntry[]> {
    const all = await conditions(tenant, filter);
    if (all === null) return [];
    const found = await rows
      .find({ $and: [...all, { seq: page.seq ?? { $gte: 1 } }] })
      .sort({ seq: page.order })
      .limit(page.limit)
      .maxTimeMS(readTimeMsMax)
      .project<Omit<AuditEntryRow, keyof Tenant>>(withoutOwner)
      .toArray();
    return found.map(entryOf);
  }

  return {
    /** Appends an entry to its chain; concurrent calls of one process share a round trip. */
    async append(chain: AuditChain, entry: NewAuditEntry): Promise<void> {
      await append(auditChainId(chain.tenant), { chain, entry });
    },

    /** A page of entries, newest first, before position `before` (null: from the end). */
    list: (tenant: Tenant, filter: AuditFilter, before: number | null, limit: number) =>
      read(tenant, filter, { seq: before === null ? undefined : { $lt: before }, order: -1, limit }),

    /** A page of entries, oldest first, with positions in `(after, through]`. */
    listOldest: (
      tenant: Tenant,
      filter: AuditFilter,
      { after, through, limit }: { after: number; through: number; limit: number },
    ) => read(tenant, filter, { seq: { $gt: after, $lte: through }, order: 1, limit }),

    /** Position of the newest entry; 0 without any. */
    async lastSeq(tenant: Tenant): Promise<number> {
      return (await endOf(tenant))?.seq ?? 0;
    },

    /** At most `limit` entries from position `from`, in order, read in small batches. */
    walk(tenant: Tenant, from: number, limit: number): FindCursor<AuditEntry> {
      return rows
        .find({ ...ownedBy(tenant), seq: { $gte: from } })
        .sort({ seq: 1 })
        .limit(limit)
        .batchSize(entriesPerReadMax)
        .project<Omit<AuditEntryRow, keyof Tenant>>(withoutOwner)
        .map(entryOf);
    },
  };
}

/** Rows for entries after the end of a chain. */
function chain(
  hashKey: Uint8Array,
  tenant: Tenant,
  entries: readonly NewAuditEntry[],
  end: ChainEnd | null,
): AuditEntryRow[] {
  let prev = end?.hash ?? null;
  let seq = end?.seq ?? 0;
  const at = Math.max(end?.at ?? 0, Date.now());
  return entries.map((entry) => {
    seq++;
    const hash = entryHash(hashKey, tenant, { ...entry, seq, at, prev });
    const { id: _id, ...facts } = entry;
    const row = { _id, ...ownedBy(tenant), ...facts, seq, at, prev, hash };
    prev = hash;
    return row;
  });
}

function entryOf({ _id: id, ...entry }: Omit<AuditEntryRow, keyof Tenant>): AuditEntry {
  return { id, ...entry };
}
