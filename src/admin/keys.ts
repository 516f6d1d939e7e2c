import { ID_PREFIX } from '../domain/platform/ids';
import { type Environment } from '../domain/platform/tenancy';
import { typePermissions, unbounded } from '../domain/products/key-scope';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { newId } from '../stores/mongo/new-id';
import { newProductKeyText } from '../stores/products/product-keys';
import { requireOrganization } from './tenant';

const hourMs = 3_600_000;

/** New key for documents. */
export interface CreatedKey {
  /** Text of the key. It is shown once and not stored. */
  key: string;
  key_id: string;
  organization: string;
  organization_id: string;
  environment: Environment;
  permissions: string[];
  expires_at: Date | null;
}

/** New admin key for product search. */
export type CreatedProductKey = Omit<CreatedKey, 'permissions' | 'expires_at'> & { type: 'admin' };

export interface ListedKey {
  key_id: string;
  organization: string | null;
  environment: Environment;
  /** Type of a key for product search; null for a key for documents. */
  type: string | null;
  permissions: string[];
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
}

/** Creates a key, and an organization of that name where there is none. */
export async function createKey(
  { apiKeys, credits: creditStore, organizations }: Pick<Stores, 'apiKeys' | 'credits' | 'organizations'>,
  request: {
    organization: string;
    environment: Environment;
    permissions: string[];
    /** Days until the key expires; default: it does not expire. */
    expiresDays?: number;
    /** New balance of the organization; default: unchanged. */
    credits?: number;
  },
): Promise<CreatedKey> {
  const { organization, environment, permissions, expiresDays, credits } = request;
  const organizationId = await organizations.ensure(organization);
  if (credits !== undefined) await creditStore.setBalance(organizationId, credits);
  const expiry = expiresDays === undefined ? null : new Date(Date.now() + expiresDays * 24 * hourMs);
  const { keyId, text, expiresAt } = await apiKeys.create(
    { organizationId, environment },
    permissions,
    expiry,
  );
  return {
    key: text,
    key_id: keyId,
    organization,
    organization_id: organizationId,
    environment,
    permissions,
    expires_at: expiresAt,
  };
}

/** Creates an admin key for product search, and an organization of that name where there is none. */
export async function createProductAdminKey(
  { organizations, productKeys }: Pick<Stores, 'organizations' | 'productKeys'>,
  { organization, environment, name }: { organization: string; environment: Environment; name: string },
): Promise<CreatedProductKey> {
  const organizationId = await organizations.ensure(organization);
  const key = newProductKeyText();
  const keyId = newId(ID_PREFIX.apiKey);
  await productKeys.create({
    _id: keyId,
    organizationId,
    environment,
    name,
    type: 'admin',
    permissions: [...typePermissions.admin],
    bounds: unbounded,
    ancestors: [],
    lineage: [],
    createdBy: null,
    issuedByService: true,
    text: key,
  });
  return { key, key_id: keyId, organization, organization_id: organizationId, environment, type: 'admin' };
}

/** Lists the keys of one organization or of all, those for documents first. @throws CommandError */
export async function listKeys(
  { apiKeys, organizations, productKeys }: Pick<Stores, 'apiKeys' | 'organizations' | 'productKeys'>,
  organization?: string,
): Promise<{ keys: ListedKey[] }> {
  const organizationId =
    organization === undefined ? undefined : await requireOrganization(organizations, organization);
  const rows = [
    ...(await apiKeys.list(organizationId)).map((row) => ({ ...row, type: null })),
    ...(await productKeys.listAll(organizationId)).map((row) => ({
      ...row,
      revokedAt: row.deletedAt,
      expiresAt: null,
    })),
  ];
  const names = await organizations.names(rows.map((row) => row.organizationId));
  const keys = rows.map((row) => ({
    key_id: row._id,
    organization: names.get(row.organizationId) ?? null,
    environment: row.environment,
    type: row.type,
    permissions: row.permissions,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    revoked_at: row.revokedAt,
    expires_at: row.expiresAt ?? null,
  }));
  return { keys };
}

/**
 * Creates a key for documents with the permissions and the lifetime of another one, which expires after
 * `overlapHours`.
 *
 * @throws CommandError
 */
export async function rotateKey(
  { apiKeys, organizations }: Pick<Stores, 'apiKeys' | 'organizations'>,
  keyId: string,
  overlapHours: number,
): Promise<CreatedKey> {
  const created = await apiKeys.rotate(keyId, overlapHours * hourMs);
  if (created === null) throw new CommandError(`No key for documents that works has the id ${keyId}.`);
  const { organizationId, environment, permissions } = created.row;
  const names = await organizations.names([organizationId]);
  return {
    key: created.text,
    key_id: created.keyId,
    organization: names.get(organizationId)!,
    organization_id: organizationId,
    environment,
    permissions,
    expires_at: created.expiresAt,
  };
}

/** Revokes a key of either product. @throws CommandError */
export async function revokeKey(
  { apiKeys, productKeys }: Pick<Stores, 'apiKeys' | 'productKeys'>,
  keyId: string,
): Promise<{ key_id: string; revoked: true }> {
  const isRevoked = (await apiKeys.revoke(keyId)) || (await productKeys.delete(keyId));
  if (!isRevoked) throw new CommandError(`No key has the id ${keyId}.`);
  return { key_id: keyId, revoked: true };
}
