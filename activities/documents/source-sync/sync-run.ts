import { ApplicationFailure } from '@temporalio/activity';
import { type SyncRunRef } from '../../../src/domain/documents/activities';
import { type SyncError, syncRunOver } from '../../../src/domain/documents/sync';
import { type ObjectAccess } from '../../../src/object-stores';
import { type RunningSync } from '../../../src/stores/documents/syncs/sync-run-writes';
import { type SyncRow } from '../../../src/stores/documents/syncs/sync-row';
import { type ActivityDeps } from '../../deps';

/**
 * Failure for a run that another workflow has taken over, or whose sync has ended: the attempt stops without
 * an error.
 */
export function runOver(): ApplicationFailure {
  return ApplicationFailure.create({
    type: syncRunOver,
    message: 'The run is no longer its sync’s.',
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure that ends the run; `message` is a sentence for the owner. */
export function syncFailure(type: SyncError, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** The sync of a run. @throws ApplicationFailure `sync_run_over` */
export async function requireRun(
  { syncs }: Pick<ActivityDeps, 'syncs'>,
  { syncId, runId }: SyncRunRef,
): Promise<RunningSync> {
  const sync = await syncs.getRun(syncId, runId);
  if (sync === null) throw runOver();
  return sync;
}

/** Waits for a write to a run. @throws ApplicationFailure `sync_run_over` when it matched nothing */
export async function requireWritten(write: Promise<boolean>): Promise<void> {
  if (!(await write)) throw runOver();
}

export function accessOf(
  { sealer }: Pick<ActivityDeps, 'sealer'>,
  { _id, accountName, container, credentials }: SyncRow,
): Extract<ObjectAccess, { family: 'azure' }> {
  const accountKey = sealer.open(credentials ?? '', _id) as string;
  return { family: 'azure', accountName, container, accountKey };
}
