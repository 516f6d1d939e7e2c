import { setTimeout as wait } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { findLiveSync } from './find';
import { scheduleSync } from './schedule';

/** Upper bound of the wait for the outcome of the run. */
const outcomeWaitMs = 5_000;
const pollMs = 100;

export interface ReconcileRequest {
  syncId: string;
  /** Id of the job, used unless another one waits already. */
  jobId: string;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Starts a run of a sync as soon as no other one is in progress. Requests before that run starts share it and
 * its job.
 *
 * @returns id of the job, and the sync, with the outcome of the run where it is known within the wait
 * @throws Refusal `sync_not_found`, `sync_inactive`
 */
export async function reconcileSync(
  deps: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  { syncId, jobId: newJobId, signal, log }: ReconcileRequest,
): Promise<{ jobId: string; outcome: SyncRow['outcome'] }> {
  const { syncs } = deps.stores;
  const { backfilled } = await findLiveSync(deps, caller, syncId);
  const type = backfilled ? 'sync_reconcile' : 'sync_backfill';
  const announced = await syncs.announce(syncId, { jobId: newJobId, type });
  if (announced === null) throw new Refusal<DocumentErrorCode>('sync_inactive');
  const jobId = announced.announced?.jobId ?? newJobId;
  await scheduleSync(deps, announced, log);
  const untilMs = performance.now() + outcomeWaitMs;
  let outcome = announced.outcome;
  while (outcome?.jobId !== jobId && performance.now() < untilMs) {
    await wait(pollMs, undefined, { signal });
    outcome = (await syncs.get(syncId))?.outcome ?? null;
  }
  return { jobId, outcome };
}
