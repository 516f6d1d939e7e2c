import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { type LiveWrite, type WriteOutcome } from '../../../stores/products/live-writes';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

type WriteDeps = Pick<ServiceDeps, 'jobs' | 'stores'>;

/** Milliseconds between two checks whether a write is applied. */
const pollMs = 40;

/**
 * Writes live changes, and wakes the run that applies them. Once they are in the log the changes are
 * accepted: while Temporal is unavailable, the sweep wakes the run.
 *
 * @throws Refusal `INDEX_NOT_FOUND`
 */
export async function writeLive(
  deps: WriteDeps,
  index: ProductIndexRow,
  write: LiveWrite,
  log: Logger,
): Promise<Exclude<WriteOutcome, { outcome: 'gone' }>> {
  const outcome = await deps.stores.writeLive(index._id, write);
  if (outcome.outcome === 'gone') throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  if (outcome.outcome === 'written' && outcome.isFirst) await wakeWrites(deps, index, log);
  return outcome;
}

/** Removes every record, staged and served. @throws Refusal `INDEX_NOT_FOUND` */
export async function clearRecords(
  deps: WriteDeps,
  index: ProductIndexRow,
  reservedId: string | null,
  log: Logger,
): Promise<{ jobId: string; seq: number }> {
  const cleared = await deps.stores.clearRecords(index._id, reservedId);
  if (cleared === null) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  if (cleared.isFirst) await wakeWrites(deps, index, log);
  return cleared;
}

/**
 * Waits until searches find a write.
 *
 * @returns false when the wait ends before
 */
export async function waitUntilApplied(
  { stores }: Pick<ServiceDeps, 'stores'>,
  indexId: string,
  seq: number,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const applied = await stores.writeBursts.appliedThrough(indexId);
    if (applied === null) return false;
    if (applied >= seq) return true;
    if (performance.now() >= untilMs) return false;
    await sleep(pollMs, undefined, { signal });
  }
}

/** Signals the run of an index that writes wait; while Temporal is unavailable, the sweep does. */
export async function wakeWrites({ jobs }: WriteDeps, index: ProductIndexRow, log: Logger): Promise<void> {
  const { _id: indexId, name: indexName, organizationId, environment } = index;
  const waking = jobs.writes.wake({ indexId, indexName, organizationId, environment });
  await orLeaveToSweep(waking, log, { indexId });
}
