import { type ClientSession, type Db } from 'mongodb';
import {
  syncCheckAfterMs,
  syncErrorSentences,
  type SyncError,
  type SyncStatus,
  syncStepMs,
} from '../../../domain/documents/sync';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { type SyncRow, type SyncCollection } from './sync-row';
import { ownedBy } from '../../mongo/owned-by';
import { syncRunWrites } from './sync-run-writes';
import { syncSecrets } from './sync-secrets';
import { rowChecks } from '../../mongo/row-checks';

export const syncIndexes: CollectionIndexes = {
  collection: 'syncs',
  indexes: [
    { key: { live: 1 }, unique: true, partialFilterExpression: { live: { $exists: true } } },
    { key: { organizationId: 1, environment: 1, _id: -1 } },
    { key: { collectionId: 1 } },
    { key: { checkAt: 1 }, sparse: true },
  ],
};

/** Fields of a sync that its owner chooses. */
export type SyncSettings = Pick<
  SyncRow,
  'prefix' | 'includePatterns' | 'excludePatterns' | 'deletionPolicy' | 'customMetadata' | 'intervalMinutes'
>;

/** A change of a sync by its owner. */
export type SyncChange = Partial<SyncSettings> & {
  status?: Exclude<SyncStatus, 'inactive'>;
  credentials?: string;
};

/** Outcome of a write that may meet a live sync of the same source. */
export type SyncWrite =
  | { state: 'written'; sync: SyncRow }
  | { state: 'source_taken'; by: string }
  | { state: 'inactive' };

/** Syncs of collections with containers. The row is the truth; schedule and runs in Temporal follow it. */
export function createSyncStore(db: Db) {
  const rows: SyncCollection = db.collection<SyncRow>(syncIndexes.collection);

  async function unlessTaken(live: string, write: () => Promise<SyncWrite>): Promise<SyncWrite> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const other = await rows.findOne({ live }, { projection: { _id: 1 } });
        if (other !== null) return { state: 'source_taken', by: other._id };
      }
    }
  }

  return {
    ...syncRunWrites(rows),
    ...syncHousekeeping(rows),
    ...syncSecrets(rows),

    /** Writes a new sync, whose backfill is announced; one of the same id from an earlier try stays. */
    insert(sync: Omit<SyncRow, 'live' | 'checkAt'>): Promise<SyncWrite> {
      const live = liveKey(sync, sync.prefix);
      return unlessTaken(live, async () => {
        const former = await rows.findOne({ _id: sync._id });
        if (former !== null) return { state: 'written', sync: former };
        const row = { ...sync, live, checkAt: soon(sync.createdAt) };
        await rows.insertOne(row);
        return { state: 'written', sync: row };
      });
    },

    /** A tenant's sync, null for the id of another tenant. */
    find: (tenant: Tenant, syncId: string): Promise<SyncRow | null> =>
      rows.findOne({ _id: syncId, ...ownedBy(tenant) }),

    /** The row of a sync of any organization: for runs, whose ids come from the service. */
    get: (syncId: string): Promise<SyncRow | null> => rows.findOne({ _id: syncId }),

    /**
     * The ids among the given ones that belong to syncs of the organization, in any environment and state.
     */
    async known(organizationId: string, syncIds: readonly string[]): Promise<string[]> {
      const filter = { _id: { $in: [...syncIds] }, organizationId };
      const found = await rows.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },

    /** A page of the tenant's syncs, newest first, and how many there are in all. */
    async list(
      tenant: Tenant,
      { collectionName }: { collectionName?: string | undefined },
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ syncs: SyncRow[]; total: number }> {
      const filter = { ...ownedBy(tenant), ...(collectionName === undefined ? {} : { collectionName }) };
      const [syncs, total] = await Promise.all([
        rows.find(filter).sort({ _id: -1 }).skip(offset).limit(limit).toArray(),
        rows.countDocuments(filter),
      ]);
      return { syncs, total };
    },

    /** Changes a sync that is not inactive. A change of its timing starts its intervals anew. */
    change(sync: SyncRow, change: SyncChange, now = new Date()): Promise<SyncWrite> {
      const live = liveKey(sync, change.prefix ?? sync.prefix);
      const isTimed = change.status !== undefined || change.intervalMinutes !== undefined;
      const timing = isTimed ? { scheduledFrom: now, checkAt: soon(now) } : {};
      const resumed = change.status === 'active' && sync.lastError === 'collection_moved';
      return unlessTaken(live, async () => {
        const changed = await rows.findOneAndUpdate(
          { _id: sync._id, status: { $ne: 'inactive' } },
          {
            $set: {
              ...change,
              ...timing,
              ...(resumed ? { lastError: null, lastErrorMessage: null, state: 'idle' as const } : {}),
              live,
              updatedAt: now,
            },
          },
          { returnDocument: 'after' },
        );
        return changed === null ? { state: 'inactive' } : { state: 'written', sync: changed };
      });
    },

    /** Ends a sync for good; its credentials are gone with it. Answers it as it is then. */
    async deactivate(
      syncId: string,
      lastError: SyncError | null = null,
      now = new Date(),
    ): Promise<SyncRow | null> {
      const ended = await rows.findOneAndUpdate(
        { _id: syncId, status: { $ne: 'inactive' } },
        {
          $set: {
            status: 'inactive',
            state: lastError === null ? 'idle' : 'error',
            ...(lastError === null ? {} : { lastError, lastErrorMessage: syncErrorSentences[lastError] }),
            credentials: null,
            ingest: null,
            deactivatedAt: now,
            updatedAt: now,
            checkAt: soon(now),
          },
          $unset: { live: '', wanted: '' },
        },
        { returnDocument: 'after' },
      );
      return ended ?? rows.findOne({ _id: syncId });
    },

    /**
     * Notes that an active sync is to run soon. Once is enough until the run has begun.
     *
     * @returns whether the caller is to start it: not while one is under way, nor right behind one, where the
     *   sweep does it
     */
    async wantRun(syncId: string, now = new Date()): Promise<boolean> {
      const wanted = await rows.findOneAndUpdate(
        { _id: syncId, status: 'active', wanted: { $ne: true } },
        { $set: { wanted: true, checkAt: soon(now) } },
      );
      if (wanted?.run !== null) return false;
      return wanted.lastSyncAt === null || wanted.lastSyncAt.getTime() + syncCheckAfterMs < now.getTime();
    },

    /** Pauses the syncs of a collection that has moved to another environment. Answers their rows. */
    async pauseMoved(collectionId: string, session?: ClientSession, now = new Date()): Promise<SyncRow[]> {
      const inSession = session === undefined ? {} : { session };
      await rows.updateMany(
        { collectionId, status: { $ne: 'inactive' } },
        {
          $set: {
            status: 'paused',
            state: 'error',
            lastError: 'collection_moved',
            lastErrorMessage: syncErrorSentences.collection_moved,
            updatedAt: now,
            checkAt: soon(now),
          },
        },
        inSession,
      );
      return rows.find({ collectionId, status: { $ne: 'inactive' } }, inSession).toArray();
    },

    /** Syncs of a collection that are not inactive. */
    liveIn: (collectionId: string): Promise<SyncRow[]> =>
      rows.find({ collectionId, status: { $ne: 'inactive' } }).toArray(),

    /** A collection is about to be wiped: what its syncs know of objects counts no more. */
    async recordWipe(collectionId: string): Promise<void> {
      await rows.updateMany({ collectionId }, { $inc: { epoch: 1 } });
    },
  };
}

const soon = (now: Date) => new Date(now.getTime() + syncCheckAfterMs);

/** Name of a source in a collection. */
function liveKey(
  { collectionId, accountName, container }: Pick<SyncRow, 'collectionId' | 'accountName' | 'container'>,
  prefix: string,
): string {
  return `${collectionId}/${accountName}/${container}/${prefix}`;
}

/** A run at work shows a sign of life with each step, which is shorter. */
const silentAfterMs = 2 * syncStepMs;

/** Reads and writes of the sweep. */
function syncHousekeeping(rows: SyncCollection) {
  return {
    /** Syncs are due whose schedule or run may need a repair. */
    ...rowChecks(rows),

    /** Lets the sweep look now at syncs whose runs show no sign of life: another run may have taken over. */
    async makeDue(syncIds: readonly string[], now: Date): Promise<void> {
      const silent = new Date(now.getTime() + syncCheckAfterMs - silentAfterMs);
      await rows.updateMany(
        { _id: { $in: [...syncIds] }, checkAt: { $lte: silent } },
        { $min: { checkAt: now } },
      );
    },

    /** Schedule and row agree, and no run is under way or awaited: nothing is left to look at. */
    async markChecked({ _id, updatedAt }: Pick<SyncRow, '_id' | 'updatedAt'>): Promise<void> {
      await rows.updateOne(
        { _id, updatedAt, run: null, announced: null, wanted: { $ne: true } },
        { $unset: { checkAt: '' } },
      );
    },

    /** Drops the run and the announced job of a sync that is inactive; no workflow will continue them. */
    async dropRun(syncId: string): Promise<void> {
      await rows.updateOne({ _id: syncId, status: 'inactive' }, { $set: { run: null, announced: null } });
    },
  };
}
