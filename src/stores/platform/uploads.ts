import { type Db } from 'mongodb';
import { uploadTtlMs, uploadUrlTtlMs } from '../../domain/platform/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import {
  shownUploadState,
  uploadBodyGraceMs,
  uploadMemoryMs,
  type UploadState,
} from '../../domain/platform/upload';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { inBatches } from '../mongo/in-batches';
import { readInBatches } from '../mongo/read-in-batches';
import { ownedBy } from '../mongo/owned-by';

/** An uploaded file. The row is written first and outlives the bytes, which are in the blob store. */
export interface UploadRow extends Tenant {
  _id: string;
  state: UploadState;
  filename: string;
  /** Announced type while pending, then the type detected in the bytes, if any. */
  contentType: string;
  /** Announced size, then the received one; null while unknown. */
  byteSize: number | null;
  /** Whether the first bytes are those of a spreadsheet; null while pending. */
  isSpreadsheet: boolean | null;
  /** Hexadecimal; null while pending. */
  sha256: string | null;
  /** Key of the bytes in the blob store; null while pending. */
  blobKey: string | null;
  createdAt: Date;
  /** Expiry of the upload link while pending, of the bytes once ready. */
  expiresAt: Date;
  /** Time at which retention checks the row. */
  purgeAt: Date;
}

/** An upload with its bytes. */
export type ReadyUpload = UploadRow & { state: 'ready' } & {
  [K in 'byteSize' | 'isSpreadsheet' | 'sha256' | 'blobKey']: NonNullable<UploadRow[K]>;
};

/** The upload for an id, or the reason why a job cannot use it. */
export type UploadForParse =
  | { state: 'ready'; upload: ReadyUpload }
  | { state: 'unknown' | 'pending' | 'expired' };

export const uploadIndexes: CollectionIndexes = { collection: 'uploads', indexes: [{ key: { purgeAt: 1 } }] };

/** Uploads that one read looks up. */
const foundAtOnceMax = 100;

/**
 * Creates the store of uploads. An upload becomes `ready` once, with the first complete body, in one
 * conditional update.
 *
 * @param clock default the machine's
 */
export function createUploadStore(db: Db, clock: () => Date = () => new Date()) {
  const rows = db.collection<UploadRow>(uploadIndexes.collection);
  const after = (ms: number) => new Date(clock().getTime() + ms);
  const owned = (uploadId: string, tenant: Tenant) =>
    ({ _id: uploadId, ...ownedBy(tenant), state: { $ne: 'deleted' } }) as const;

  const read = readInBatches(rows);

  const findOwned = inBatches<Tenant & { uploadId: string }, UploadRow | null>(
    foundAtOnceMax,
    async (_, asked) => {
      const [first] = asked;
      const ids = asked.map(({ uploadId }) => uploadId);
      const found = await rows.find({ ...owned(first!.uploadId, first!), _id: { $in: ids } }).toArray();
      const byId = new Map(found.map((row) => [row._id, row]));
      return asked.map(({ uploadId }) => byId.get(uploadId) ?? null);
    },
  );

  return {
    /** Creates a `pending` upload with the lifetime of an upload link. */
    async insertPending(
      upload: Pick<
        UploadRow,
        '_id' | 'organizationId' | 'environment' | 'filename' | 'contentType' | 'byteSize'
      >,
    ): Promise<UploadRow> {
      const { _id, filename, contentType, byteSize } = upload;
      const row: UploadRow = {
        _id,
        ...ownedBy(upload),
        filename,
        contentType,
        byteSize,
        state: 'pending',
        isSpreadsheet: null,
        sha256: null,
        blobKey: null,
        createdAt: clock(),
        expiresAt: after(uploadUrlTtlMs),
        purgeAt: after(uploadUrlTtlMs + uploadBodyGraceMs),
      };
      await rows.insertOne(row);
      return row;
    },

    /** A tenant's upload; null for other tenants. */
    find: (tenant: Tenant, uploadId: string): Promise<UploadRow | null> =>
      rows.findOne(owned(uploadId, tenant)),

    /** The upload of a signed link; the signature replaces the check of the tenant. */
    findByLink: (uploadId: string): Promise<UploadRow | null> =>
      rows.findOne({ _id: uploadId, state: { $ne: 'deleted' } }),

    /**
     * The upload that a caller names as input of a job. Concurrent calls of one tenant share a round trip.
     */
    async findForParse(tenant: Tenant, uploadId: string): Promise<UploadForParse> {
      const group = `${tenant.organizationId}/${tenant.environment}`;
      const row = await findOwned(group, { ...ownedBy(tenant), uploadId });
      const state = row === null ? null : shownUploadState(row, clock());
      if (state === null) return { state: 'unknown' };
      return state === 'ready' ? { state, upload: row as ReadyUpload } : { state };
    },

    /**
     * Key of the bytes of an upload that was ready once; null when it is unknown, pending or deleted.
     * Concurrent calls share a read.
     */
    async blobKey(uploadId: string): Promise<string | null> {
      const row = await read(uploadId);
      return row?.state === 'ready' ? row.blobKey : null;
    },

    /**
     * Moves a pending upload to `ready`, for 24 hours from now. Null when it is not pending: another body was
     * first, or it is deleted.
     */
    finish: (
      uploadId: string,
      body: Pick<ReadyUpload, 'byteSize' | 'isSpreadsheet' | 'sha256' | 'contentType' | 'blobKey'>,
    ): Promise<UploadRow | null> =>
      rows.findOneAndUpdate(
        { _id: uploadId, state: 'pending' },
        { $set: { ...body, state: 'ready', expiresAt: after(uploadTtlMs), purgeAt: after(uploadTtlMs) } },
        { returnDocument: 'after' },
      ),

    /** Removes a pending upload without a link, after its body was refused or interrupted. */
    async discardPending(uploadId: string): Promise<void> {
      await rows.deleteOne({ _id: uploadId, state: 'pending' });
    },

    /**
     * Hides an upload permanently; the caller removes its blobs. False when the tenant has no such upload.
     */
    async markDeleted(tenant: Tenant, uploadId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(owned(uploadId, tenant), {
        $set: { state: 'deleted', purgeAt: after(uploadBodyGraceMs) },
      });
      return matchedCount === 1;
    },

    /**
     * Ids of at most `limit` uploads whose bytes have to be removed, oldest first; from now on they cannot be
     * used. The caller removes the blobs of each and then calls `remove`.
     */
    async listExpired(limit: number): Promise<string[]> {
      const due = { purgeAt: { $lte: clock() } };
      const found = await rows
        .find(due, { projection: { _id: 1 } })
        .sort({ purgeAt: 1 })
        .limit(limit)
        .toArray();
      const ids = found.map(({ _id }) => _id);
      await rows.updateMany(
        { _id: { $in: ids }, ...due, state: { $in: ['pending', 'ready'] } },
        { $set: { state: 'expired', blobKey: null } },
      );
      return ids;
    },

    /**
     * Call it after the blobs of a listed upload are removed: removes its row, or keeps it for 7 days after
     * the expiry, to answer "expired".
     */
    async remove(uploadId: string): Promise<void> {
      const forgetFrom = new Date(clock().getTime() - uploadMemoryMs);
      const { deletedCount } = await rows.deleteOne({
        _id: uploadId,
        purgeAt: { $lte: clock() },
        $or: [{ state: 'deleted' }, { state: 'expired', expiresAt: { $lte: forgetFrom } }],
      });
      if (deletedCount === 1) return;
      await rows.updateOne({ _id: uploadId, state: 'expired' }, [
        { $set: { purgeAt: { $add: ['$expiresAt', uploadMemoryMs] } } },
      ]);
    },
  };
}

export type UploadStore = ReturnType<typeof createUploadStore>;
