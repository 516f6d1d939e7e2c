import { type components } from 'sheaf-client';

export type Sync = components['schemas']['Sync'];

export const syncsKey = ['syncs'] as const;
export const syncPath = (id: string): string => `/syncs/${encodeURIComponent(id)}`;

/** Container that a sync follows, with the prefix where the sync has one. */
export const followedBy = ({ bucket, prefix }: Sync): string =>
  prefix === '' ? bucket : `${bucket}/${prefix}`;

/** State of a sync in one word: whether it was stopped, how its last run ended, or that one is under way. */
export function stateOf({ status, sync_state: state }: Sync): string {
  if (status === 'inactive') return 'deleted';
  if (state === 'backfilling' || state === 'reconciling') return 'running';
  if (status === 'paused') return 'paused';
  return state === 'error' ? 'failed' : 'active';
}

/** Whether a run is under way. */
export const isRunning = (sync: Sync): boolean => stateOf(sync) === 'running';

/** Pauses between refetches of a sync with and without a run. */
export const refetchMs = { running: 2_000, resting: 10_000 };
