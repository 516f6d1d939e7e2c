import { type ChainFaultReason } from '../../../domain/products/audit';
import { type createAuditChainStore } from './audit-chains';
import { type AuditChain, type createAuditEntryStore } from './audit-entries';
import { entryHash } from './entry-hash';

/** The first entry that breaks a chain. */
export interface ChainFault {
  /** Its position; for a removed entry the missing position. */
  seq: number;
  /** Null for a missing entry. */
  id: string | null;
  reason: ChainFaultReason;
}

/** Result of a check of a part of a chain. */
export interface ChainCheck {
  /** Number of intact entries. */
  checked: number;
  /** Position and hash of the last of them; null without any. */
  last: { seq: number; hash: string } | null;
  fault: ChainFault | null;
  /** Position where the check continues; null at the end of the chain, and at a fault. */
  next: number | null;
}

interface VerifyChainDeps {
  auditChains: ReturnType<typeof createAuditChainStore>;
  auditEntries: ReturnType<typeof createAuditEntryStore>;
}

/**
 * Checks a part of a chain from position `from`, at most `limit` entries, in bounded memory.
 *
 * @throws the reason of `signal`
 */
export async function verifyAuditChain(
  { auditChains, auditEntries }: VerifyChainDeps,
  { tenant, hashKey }: AuditChain,
  { from, limit }: { from: number; limit: number },
  signal: AbortSignal,
): Promise<ChainCheck> {
  // Read before the entries, so that every entry up to it must be found.
  const certain = (await auditChains.find(tenant))?.last ?? 0;
  // The entry before the part is needed to check the first one's `prev`.
  const hasBefore = from > 1;
  let seq = hasBefore ? from - 1 : 1;
  let prev: string | null = null;
  const check: ChainCheck = { checked: 0, last: null, fault: null, next: null };
  const cursor = auditEntries.walk(tenant, seq, limit + (hasBefore ? 1 : 0));
  for await (const { hash, ...entry } of cursor) {
    signal.throwIfAborted();
    const isBefore = entry.seq === from - 1 && hasBefore;
    const reason = faultOf(entry, { seq, prev: isBefore ? entry.prev : prev });
    const isChanged = reason === null && entryHash(hashKey, tenant, entry) !== hash;
    if (reason === 'removed') return { ...check, fault: { seq, id: null, reason } };
    if (reason !== null || isChanged)
      return { ...check, fault: { seq: entry.seq, id: entry.id, reason: reason ?? 'changed' } };
    if (!isBefore) {
      check.checked++;
      check.last = { seq, hash };
    }
    prev = hash;
    seq++;
  }
  if (check.checked === limit) return { ...check, next: seq };
  return seq <= certain ? { ...check, fault: { seq, id: null, reason: 'removed' } } : check;
}

/** Fault of an entry at a position, without regard to its neighbours. */
function faultOf(
  entry: { seq: number; prev: string | null },
  expected: { seq: number; prev: string | null },
): ChainFaultReason | null {
  if (entry.seq > expected.seq) return 'removed';
  if (entry.seq < expected.seq || entry.prev !== expected.prev) return 'unlinked';
  return null;
}
