import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { newId } from '../../../stores/mongo/new-id';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type EntryDraft, entryFacts } from './entry';
import { createFailureCounts } from './failure-counts';
import { type AuditKeysOf, createAuditKeys } from './tenant-keys';

/** Rule for an answer whose entry cannot be stored. */
export interface FailureRule {
  /** `refuse`: the answer is not sent. `serve`: it is sent and counted. */
  onFailure: 'serve' | 'refuse';
  /** Index for which it is counted; null for an answer without an index. */
  indexId: string | null;
}

/** Audit log of product search. */
export interface AuditLog {
  keysOf: AuditKeysOf;
  /**
   * Stores an entry; resolves when it is stored, and under `serve` also when the store failed or did not
   * answer in time.
   *
   * @throws Refusal `AUDIT_UNAVAILABLE` under `refuse`
   */
  record(tenant: Tenant, draft: EntryDraft, rule: FailureRule): Promise<void>;
  /** Awaits the entries for which no answer waited. */
  drain(): Promise<void>;
}

/** Upper bound of an answer's wait for its entry under `serve`. */
const serveWaitMs = 2_000;
/** Upper bound of the entries that one process is storing; more count as failures, which bounds memory. */
const underWayMax = 2_000;
const retryAfterSeconds = 2;

/** Creates the audit log of a process. */
export function createAuditLog({
  stores,
  sealer,
  log,
}: Pick<ServiceDeps, 'stores' | 'sealer'> & { log: Logger }): AuditLog {
  const keysOf = createAuditKeys({ stores, sealer });
  const failures = createFailureCounts(stores, log);
  const underWay = new Set<Promise<void>>();

  async function store(tenant: Tenant, draft: EntryDraft): Promise<void> {
    if (underWay.size >= underWayMax) throw new Error('too many audit entries are under way');
    const keys = await keysOf(tenant);
    const facts = entryFacts(draft, keys);
    await stores.auditEntries.append(keys.chain, { id: newId(ID_PREFIX.auditEntry), ...facts });
  }

  return {
    keysOf,
    async record({ organizationId, environment }, draft, { onFailure, indexId }) {
      const tenant = { organizationId, environment };
      const stored = store(tenant, draft).catch((cause: unknown) => {
        log.error({ err: cause, index_id: indexId, on_failure: onFailure }, 'an audit entry is not stored');
        if (onFailure === 'refuse')
          throw new Refusal<ProductErrorCode>('AUDIT_UNAVAILABLE', { retryAfterSeconds, cause });
        if (indexId !== null) failures.add(indexId);
      });
      underWay.add(stored);
      const settled = stored.finally(() => underWay.delete(stored));
      if (onFailure === 'refuse') await settled;
      else await within(serveWaitMs, settled);
    },
    async drain() {
      await Promise.allSettled(underWay);
      await failures.drain();
    },
  };
}

/** Awaits work for a limited time. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, overdue]).finally(() => {
    clearTimeout(timer);
  });
}
