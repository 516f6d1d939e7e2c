import { type AuditEntry } from '../../../src/domain/products/audit';
import { type ChainCheck } from '../../../src/stores/products/audit/verify-chain';
import { type AuditCheckResource, type AuditEntryResource } from './schema';

export function presentAuditEntry(entry: AuditEntry): AuditEntryResource {
  const { clientIp } = entry;
  return {
    id: entry.id,
    seq: entry.seq,
    at: entry.at,
    action: entry.action,
    index: entry.index,
    target: entry.target,
    key_id: entry.keyId,
    operator: entry.operator,
    tenant: entry.tenant,
    principals: entry.principals,
    query: entry.query,
    client_ip: { mode: clientIp.mode, fingerprint: clientIp.fingerprint, address: clientIp.address },
    filter_fingerprint: entry.filterFingerprint,
    status: entry.status,
    error: entry.error,
    total: entry.total,
    returned_ids: entry.returnedIds,
    took_ms: entry.tookMs,
    request_id: entry.requestId,
    prev: entry.prev,
    hash: entry.hash,
  };
}

export function presentAuditCheck({ checked, last, fault, next }: ChainCheck): AuditCheckResource {
  return { valid: fault === null, checked, last, first_bad: fault, next_seq: next };
}
