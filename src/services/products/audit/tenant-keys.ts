import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type Sealer } from '../../../signing/sealed-text';
import { auditChainId } from '../../../stores/products/audit/audit-chains';
import { type AuditChain } from '../../../stores/products/audit/audit-entries';
import { type ServiceDeps } from '../../deps';

/** Kind of a fingerprinted text. Fingerprints of different kinds are never equal. */
type FingerprintKind = 'query' | 'filter' | 'address';

/** Keys of the audit log of one tenant. */
export interface AuditKeys {
  chain: AuditChain;
  /** Keyed fingerprint: equal for equal texts of one kind and tenant, useless without the key. */
  fingerprint: (kind: FingerprintKind, text: string) => string;
}

/** Returns the keys of a tenant; creates them for its first entry. @throws SealError, errors of the store */
export type AuditKeysOf = (tenant: Tenant) => Promise<AuditKeys>;

const secretBytes = 32;
const tenantsMax = 10_000;
/** Prefix of fingerprints: the version of their form, 128 bits of HMAC-SHA-256 in hex. */
const fingerprintMark = 'h1:';
const fingerprintChars = 32;

/** Creates the function that returns the keys of audit logs, with a cache of the most recently used ones. */
export function createAuditKeys({
  stores,
  sealer,
}: Pick<ServiceDeps, 'stores'> & { sealer: Sealer }): AuditKeysOf {
  const cache = new LRUCache<string, Promise<AuditKeys>>({ max: tenantsMax });

  async function load({ organizationId, environment }: Tenant, id: string): Promise<AuditKeys> {
    const tenant = { organizationId, environment };
    const { auditChains } = stores;
    const row =
      (await auditChains.find(tenant)) ??
      (await auditChains.begin(tenant, sealer.seal(randomBytes(secretBytes).toString('base64'), id)));
    const secret = Buffer.from(sealer.open(row.sealedSecret, id) as string, 'base64');
    const hashKey = derived(secret, 'sheaf audit chain');
    const textKey = derived(secret, 'sheaf audit fingerprint');
    return {
      chain: { tenant, hashKey },
      fingerprint: (kind, text) =>
        fingerprintMark +
        createHmac('sha256', textKey).update(`${kind}\n${text}`).digest('hex').slice(0, fingerprintChars),
    };
  }

  return (tenant) => {
    const id = auditChainId(tenant);
    const known = cache.get(id);
    if (known !== undefined) return known;
    const loading = load(tenant, id);
    cache.set(id, loading);
    loading.catch(() => cache.delete(id));
    return loading;
  };
}

function derived(secret: Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}
