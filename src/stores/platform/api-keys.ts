import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../domain/platform/ids';
import { type Environment, type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { newId } from '../mongo/new-id';

/** A key as it is stored; its text is shown once, at its creation. */
export interface ApiKeyRow extends Tenant {
  _id: string;
  /** SHA-256 of the key's text. */
  hash: string;
  /** Permissions, by their names in the product of the key. */
  permissions: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Time from which the key is refused; null or absent for never. */
  expiresAt?: Date | null;
}

/** A new key. `text` is shown once and not stored. */
export interface NewApiKey {
  keyId: string;
  text: string;
  expiresAt: Date | null;
}

/** Least time between two writes of `lastUsedAt` of one key, so that most checks only read. */
const lastUsedStepMs = 60_000;
const randomTextBytes = 24;

const environmentMark: Record<Environment, string> = {
  development: 'dev',
  staging: 'stage',
  production: 'prod',
};

export const apiKeyIndexes: CollectionIndexes = {
  collection: 'api_keys',
  indexes: [{ key: { hash: 1 }, unique: true }, { key: { organizationId: 1, createdAt: 1 } }],
};

/** Hexadecimal SHA-256 of a key's text. The text has 192 random bits, so that a slow hash adds nothing. */
export function hashApiKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A new key text: `svc_<dev|stage|prod>_` and 32 URL-safe characters. */
export function newApiKeyText(environment: Environment): string {
  return `svc_${environmentMark[environment]}_${randomBytes(randomTextBytes).toString('base64url')}`;
}

/** Creates the store of bearer keys. */
export function createApiKeyStore(db: Db) {
  const rows = db.collection<ApiKeyRow>(apiKeyIndexes.collection);

  const fresh = (tenant: Tenant, permissions: readonly string[]) => ({
    _id: newId(ID_PREFIX.apiKey),
    organizationId: tenant.organizationId,
    environment: tenant.environment,
    permissions: [...permissions],
    createdAt: new Date(),
    lastUsedAt: null,
    revokedAt: null,
  });

  /** Makes a key. */
  async function create(
    tenant: Tenant,
    permissions: readonly string[],
    expiresAt: Date | null = null,
  ): Promise<NewApiKey> {
    const text = newApiKeyText(tenant.environment);
    const row = fresh(tenant, permissions);
    await rows.insertOne({ ...row, expiresAt, hash: hashApiKey(text) });
    return { keyId: row._id, text, expiresAt };
  }

  return {
    create,

    /**
     * Creates a key with the permissions and the expiry of another, which expires after `overlapMs`, or
     * earlier if it was to.
     *
     * @returns null when no active key has the id
     */
    async rotate(
      keyId: string,
      overlapMs: number,
      now = new Date(),
    ): Promise<(NewApiKey & { row: ApiKeyRow }) | null> {
      const row = await rows.findOne({ _id: keyId });
      if (row === null || hasEnded(row, now)) return null;
      const lifetimeMs = row.expiresAt == null ? null : row.expiresAt.getTime() - row.createdAt.getTime();
      const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
      const made = await create(row, row.permissions, expiresAt);
      const end = new Date(now.getTime() + overlapMs);
      await rows.updateOne({ _id: keyId }, [
        { $set: { expiresAt: { $min: [{ $ifNull: ['$expiresAt', end] }, end] } } },
      ]);
      return { ...made, row };
    },

    /**
     * Ensures that a key with this text is active for this tenant. Repeated and concurrent calls change
     * nothing.
     *
     * @throws Error when the text belongs to another tenant's key
     */
    async ensure(text: string, tenant: Tenant, permissions: readonly string[]): Promise<void> {
      const {
        organizationId,
        environment,
        permissions: granted,
        revokedAt,
        ...rest
      } = fresh(tenant, permissions);
      const write = () =>
        rows.updateOne(
          { hash: hashApiKey(text), organizationId, environment },
          { $set: { permissions: granted, revokedAt }, $setOnInsert: rest },
          { upsert: true },
        );
      await write().catch((error: unknown) => {
        if (isDuplicateKey(error)) return write();
        throw error;
      });
    },

    /** The active key with this hash. Records its use, at most once a minute. */
    async findActive(hash: string, now = new Date()): Promise<ApiKeyRow | null> {
      const row = await rows.findOne({ hash });
      if (row === null || hasEnded(row, now) || !sameHash(row.hash, hash)) return null;
      const noted = row.lastUsedAt?.getTime() ?? 0;
      if (now.getTime() - noted >= lastUsedStepMs)
        await rows.updateOne({ _id: row._id }, { $max: { lastUsedAt: now } });
      return row;
    },

    /** All keys, or those of one organization, oldest first. */
    async list(organizationId?: string): Promise<ApiKeyRow[]> {
      return rows
        .find(organizationId === undefined ? {} : { organizationId })
        .sort({ organizationId: 1, createdAt: 1, _id: 1 })
        .toArray();
    },

    /** Revokes a key; false without one of this id. A repeated call keeps the first time. */
    async revoke(keyId: string, now = new Date()): Promise<boolean> {
      const row = await rows.findOneAndUpdate({ _id: keyId }, [
        { $set: { revokedAt: { $ifNull: ['$revokedAt', now] } } },
      ]);
      return row !== null;
    },
  };
}

function hasEnded({ revokedAt, expiresAt }: ApiKeyRow, now: Date): boolean {
  return revokedAt !== null || (expiresAt != null && expiresAt <= now);
}

function sameHash(stored: string, computed: string): boolean {
  const a = Buffer.from(stored);
  const b = Buffer.from(computed);
  return a.length === b.length && timingSafeEqual(a, b);
}
