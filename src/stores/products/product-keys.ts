import { createHash, randomBytes } from 'node:crypto';
import { type Db, type Filter } from 'mongodb';
import { type KeyBounds, type KeyType } from '../../domain/products/key-scope';
import { type ProductPermission } from '../../domain/products/permissions';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { ownedBy } from '../mongo/owned-by';
import { type SealedRow } from '../mongo/sealed-rows';

/** A key for product search as it is stored; its text is shown once, at its creation. */
export interface ProductKeyRow extends Tenant {
  _id: string;
  /** SHA-256 of the key's text; absent once the key is deleted. */
  hash?: string;
  /** Sealed secret that signs tokens derived from the key; absent for keys without tokens. */
  tokenSecret?: string;
  name: string;
  type: KeyType;
  permissions: ProductPermission[];
  bounds: KeyBounds;
  /** Keys that this one derives from, the root first; empty except for scoped keys. */
  ancestors: string[];
  /**
   * Ids of all ancestors and creators, recursively. The deletion of any of these keys deletes this key too.
   */
  lineage: string[];
  /** Key that created this one; null when an operator did. */
  createdBy: string | null;
  /** Whether an operator created the key by a command; callers cannot change or delete it. */
  issuedByService: boolean;
  /** Incremented with each change. */
  revision: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  deletedAt: Date | null;
}

/** Facts of a new key. */
export type NewProductKey = Omit<
  ProductKeyRow,
  'hash' | 'tokenSecret' | 'revision' | 'createdAt' | 'lastUsedAt' | 'deletedAt'
> & { text: string; tokenSecret?: string };

/** Prefix of the text of a key. */
export const productKeyMark = 'sk_';
const randomTextBytes = 24;

/** A new key text: `sk_` and 32 URL-safe characters. */
export function newProductKeyText(): string {
  return `${productKeyMark}${randomBytes(randomTextBytes).toString('base64url')}`;
}

/** Least time between two writes of `lastUsedAt` of one key, so that most checks only read. */
const lastUsedStepMs = 60_000;

export const productKeyIndexes: CollectionIndexes = {
  collection: 'product_keys',
  indexes: [
    { key: { hash: 1 }, unique: true, partialFilterExpression: { hash: { $exists: true } } },
    { key: { organizationId: 1, environment: 1, deletedAt: 1, _id: 1 } },
    { key: { lineage: 1 } },
  ],
};

/** Hexadecimal SHA-256 of a key's text. The text has 192 random bits, so that a slow hash adds nothing. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function createProductKeyStore(db: Db) {
  const rows = db.collection<ProductKeyRow>(productKeyIndexes.collection);
  const active = (tenant: Tenant) => ({ ...ownedBy(tenant), deletedAt: null });

  /** The chain of a key, the root first; null when a key of it is deleted. Records the use of the key. */
  async function chainOf(key: ProductKeyRow | null, now: Date): Promise<ProductKeyRow[] | null> {
    if (key === null) return null;
    const { ancestors, lastUsedAt } = key;
    const above =
      ancestors.length === 0 ? [] : await rows.find({ _id: { $in: ancestors }, deletedAt: null }).toArray();
    if (above.length < ancestors.length) return null;
    if (now.getTime() - (lastUsedAt?.getTime() ?? 0) >= lastUsedStepMs)
      await rows.updateOne({ _id: key._id }, { $max: { lastUsedAt: now } });
    const inOrder = ancestors.map((id) => above.find(({ _id }) => _id === id)!);
    return [...inOrder, key];
  }

  return {
    /**
     * Writes a new key. An existing one with the same id, from an attempt whose answer was lost, gets the new
     * text; its earlier text becomes invalid.
     */
    async create({ text, ...key }: NewProductKey): Promise<ProductKeyRow> {
      const { _id, ...facts } = key;
      const row = await rows.findOneAndUpdate(
        { _id, ...ownedBy(key) },
        {
          $set: { ...facts, hash: hashOf(text), deletedAt: null },
          $setOnInsert: { revision: 1, createdAt: new Date(), lastUsedAt: null },
        },
        { upsert: true, returnDocument: 'after' },
      );
      return row!;
    },

    /**
     * The chain of the key with this text, the root first. Records its use, at most once a minute. Null when
     * the key, or one of its parents, is deleted.
     */
    async findChain(text: string, now = new Date()): Promise<ProductKeyRow[] | null> {
      return chainOf(await rows.findOne({ hash: hashOf(text), deletedAt: null }), now);
    },

    /** The chain of the key with this id, as {@link findChain}, for tokens that name it. */
    async findChainById(keyId: string, now = new Date()): Promise<ProductKeyRow[] | null> {
      return chainOf(await rows.findOne({ _id: keyId, deletedAt: null }), now);
    },

    /** A tenant's key; null for an unknown, deleted or foreign id. */
    async find(tenant: Tenant, keyId: string): Promise<ProductKeyRow | null> {
      return rows.findOne({ ...active(tenant), _id: keyId });
    },

    /** Keys of a tenant by id, unsorted. */
    async findMany(tenant: Tenant, keyIds: readonly string[]): Promise<ProductKeyRow[]> {
      return rows.find({ ...active(tenant), _id: { $in: [...keyIds] } }).toArray();
    },

    /** A page of a tenant's keys, oldest first, in the order of their ids, after `after`. */
    async list(tenant: Tenant, after: string | null, limit: number): Promise<ProductKeyRow[]> {
      const filter: Filter<ProductKeyRow> = {
        ...active(tenant),
        ...(after === null ? {} : { _id: { $gt: after } }),
      };
      return rows.find(filter).sort({ _id: 1 }).limit(limit).toArray();
    },

    /** All keys, or those of one organization, oldest first, deleted ones included, for operators. */
    async listAll(organizationId?: string): Promise<ProductKeyRow[]> {
      return rows
        .find(organizationId === undefined ? {} : { organizationId })
        .sort({ organizationId: 1, _id: 1 })
        .toArray();
    },

    async countOf(tenant: Tenant): Promise<number> {
      return rows.countDocuments(active(tenant));
    },

    /** Changes a key; null when it is deleted, or was changed since it was read. */
    async change(
      { _id, revision }: Pick<ProductKeyRow, '_id' | 'revision'>,
      change: Partial<Pick<ProductKeyRow, 'name' | 'permissions' | 'bounds'>>,
    ): Promise<ProductKeyRow | null> {
      return rows.findOneAndUpdate(
        { _id, revision, deletedAt: null },
        { $set: change, $inc: { revision: 1 } },
        { returnDocument: 'after' },
      );
    },

    /** Ids of the keys that are deleted together with a key. */
    async idsBelow(keyId: string): Promise<string[]> {
      const below = await rows
        .find({ lineage: keyId, deletedAt: null }, { projection: { _id: 1 } })
        .toArray();
      return below.map(({ _id }) => _id);
    },

    /**
     * Deletes a key after its descendants, so that an interrupted deletion can be repeated. False without a
     * key of this id.
     */
    async delete(keyId: string, now = new Date()): Promise<boolean> {
      const end = { $set: { deletedAt: now }, $unset: { hash: 1, tokenSecret: 1 } } as const;
      await rows.updateMany({ lineage: keyId, deletedAt: null }, end);
      const { matchedCount } = await rows.updateOne({ _id: keyId, deletedAt: null }, end);
      return matchedCount === 1;
    },

    /** The next keys with their sealed secrets, in the order of their ids, after `after`. */
    async listSealed(after: string | null, limit: number): Promise<SealedRow[]> {
      const found = await rows
        .find({ tokenSecret: { $exists: true }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .project<Pick<ProductKeyRow, '_id' | 'tokenSecret'>>({ tokenSecret: 1 })
        .toArray();
      return found.map(({ _id, tokenSecret }) => ({ _id, sealed: [tokenSecret!] }));
    },

    /** Replaces a sealed secret; does nothing when the row has another one by now. */
    async replaceSealed(keyId: string, { from, to }: { from: string; to: string }): Promise<void> {
      await rows.updateOne({ _id: keyId, tokenSecret: from }, { $set: { tokenSecret: to } });
    },
  };
}
