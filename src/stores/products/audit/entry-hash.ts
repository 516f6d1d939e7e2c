import { createHmac } from 'node:crypto';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type AuditEntry } from '../../../domain/products/audit';

/** Version of the hashed text, to increment when order or number of members change. */
const form = 1;

/**
 * Hexadecimal HMAC-SHA-256 of an entry, over tenant, position, `prev` and every fact. Without the key, write
 * access to the database does not suffice to forge one.
 */
export function entryHash(key: Uint8Array, tenant: Tenant, entry: Omit<AuditEntry, 'hash'>): string {
  return createHmac('sha256', key).update(hashedText(tenant, entry)).digest('hex');
}

function hashedText({ organizationId, environment }: Tenant, entry: Omit<AuditEntry, 'hash'>): string {
  const { query, clientIp } = entry;
  return JSON.stringify([
    form,
    organizationId,
    environment,
    entry.seq,
    entry.prev,
    entry.id,
    entry.at,
    entry.action,
    entry.index,
    entry.target,
    entry.keyId,
    entry.operator,
    entry.tenant,
    entry.principals,
    query === null ? null : [query.mode, query.text, query.fingerprint],
    [clientIp.mode, clientIp.fingerprint, clientIp.address],
    entry.filterFingerprint,
    entry.status,
    entry.error,
    entry.total,
    entry.returnedIds,
    entry.tookMs,
    entry.requestId,
  ]);
}
