import { createHash } from 'node:crypto';
import { type ClientSession, type Db } from 'mongodb';
import {
  countedClaims,
  type FieldClaim,
  keepsServedFields,
  keptClaims,
} from '../../domain/products/field-claims';
import { fieldsPerIndexMax } from '../../domain/products/limits';
import { type ProductIndexRow } from './product-index-row';

/** Fields of an index by path, each path as one text; a `Set` of paths satisfies it. */
export interface KnownFields {
  size: number;
  has(path: string): boolean;
}

/** Fields of the records of a write. */
export interface WrittenFields {
  /** Paths, each as one text; at most as many as an index may have. */
  paths: ReadonlySet<string>;
  /** Paths of the served build of an index, also those that no longer count; empty before the first build. */
  served: (index: ProductIndexRow) => Promise<ReadonlySet<string>>;
}

interface FieldClaimRow {
  _id: string;
  claims: FieldClaim[];
}

const noFields: ReadonlySet<string> = new Set();

/**
 * Creates the store of fields that records have added since the served build, which count towards the limit
 * of an index. Names are stored as hashes, to keep rows small. Fields of deleted or replaced records count
 * until the next build.
 */
export function createFieldClaimStore(db: Db) {
  const rows = db.collection<FieldClaimRow>('product_field_claims');

  return {
    /** Known fields of the next build of an index: those of the served build, and waiting ones. */
    async known(index: ProductIndexRow, { served }: Pick<WrittenFields, 'served'>): Promise<KnownFields> {
      const base = keepsServedFields(index) ? await served(index) : noFields;
      const row = await rows.findOne({ _id: index._id });
      const claimed = claimedBeside(index, row?.claims ?? [], base);
      if (claimed.size === 0) return base;
      return {
        size: base.size + claimed.size,
        has: (path) => base.has(path) || claimed.has(hashOf(path)),
      };
    },

    /**
     * Claims the fields of a write, within the transaction that gives it its number.
     *
     * @param index the index including the write
     * @returns false, without an effect, when the index would exceed its limit of fields
     */
    async claim(
      session: ClientSession,
      index: ProductIndexRow,
      { paths, served, seq }: WrittenFields & { seq: number },
    ): Promise<boolean> {
      const base = keepsServedFields(index) ? await served(index) : noFields;
      const fresh = [...paths].filter((path) => !base.has(path)).map(hashOf);
      if (fresh.length === 0) return true;
      const row = await rows.findOne({ _id: index._id }, { session });
      const claimed = claimedBeside(index, row?.claims ?? [], base);
      const added = fresh.filter((field) => !claimed.has(field));
      if (added.length === 0) return true;
      if (base.size + claimed.size + added.length > fieldsPerIndexMax) return false;
      const written = new Set(fresh);
      const others = keptClaims(index, row?.claims ?? []).filter(({ field }) => !written.has(field));
      const claims = [...others, ...fresh.map((field) => ({ field, seq }))];
      await rows.updateOne({ _id: index._id }, { $set: { claims } }, { session, upsert: true });
      return true;
    },

    async removeOf(indexId: string): Promise<void> {
      await rows.deleteOne({ _id: indexId });
    },
  };
}

/** Hashes of the counted fields that the served build lacks. */
function claimedBeside(
  index: ProductIndexRow,
  claims: readonly FieldClaim[],
  base: ReadonlySet<string>,
): ReadonlySet<string> {
  const counted = new Set(countedClaims(index, claims).map(({ field }) => field));
  if (counted.size > 0) for (const path of base) counted.delete(hashOf(path));
  return counted;
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('base64url').slice(0, 22);
}
