import { type FilteredEvent, type JobSource, type WebhookEventType } from './webhook-event';

/** Most endpoints of one organization. */
export const webhookEndpointsMax = 20;
/** Most values in one list of a filter. */
export const filterListMax = 10;
/** Largest product of the sizes of the lists that are not empty. */
export const filterCombinationsMax = 10;
/** Time after a rotation for which the former secret signs too. */
export const formerSecretTtlMs = 24 * 3_600_000;
/** Most secrets of one endpoint that sign at once. */
export const liveSecretsMax = 5;
/** Durations of an endpoint's last attempts that its row keeps. */
export const recentDurationsMax = 20;
/** 95th percentile of these durations above which an endpoint is slow. */
const slowEndpointMs = 5_000;

/**
 * Latest spans of being disabled that an endpoint's row keeps. They decide about events that arrive a moment
 * after their job's end.
 */
export const pausesMax = 20;

/** Times at which an endpoint was created, enabled and disabled. */
export interface EndpointTimes {
  createdAt: Date;
  /** Null while the endpoint is enabled. */
  disabledAt: Date | null;
  /** Past spans in which the endpoint was disabled, oldest first; absent without any. */
  pauses?: { from: Date; to: Date }[];
}

/** Why an endpoint is disabled: by its owner, after five days of failing, or by a 410 answer. */
export const DISABLED_REASONS = ['manual', 'delivery_failures', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Filter of the jobs whose events an endpoint receives; an empty list matches all. */
export interface EndpointFilter {
  collectionIds: string[];
  syncIds: string[];
  sources: JobSource[];
}

/** A broken rule of filters. */
export type FilterFault =
  | { code: 'filter_list_too_long'; list: keyof EndpointFilter }
  | { code: 'too_many_filter_combinations'; combinations: number }
  | { code: 'sync_filter_requires_sync_source' };

/** The first rule that a filter breaks; null for a valid one. */
export function filterFault(filter: EndpointFilter): FilterFault | null {
  const { collectionIds, syncIds, sources } = filter;
  for (const list of ['collectionIds', 'syncIds', 'sources'] as const)
    if (filter[list].length > filterListMax) return { code: 'filter_list_too_long', list };
  const combinations = [collectionIds, syncIds, sources].reduce(
    (product, { length }) => product * Math.max(1, length),
    1,
  );
  if (combinations > filterCombinationsMax) return { code: 'too_many_filter_combinations', combinations };
  if (syncIds.length > 0 && sources.length > 0 && !sources.includes('sync'))
    return { code: 'sync_filter_requires_sync_source' };
  return null;
}

/** Whether an endpoint receives an event: every list that is not empty has to contain its value. */
export function endpointWants(
  { eventTypes, filter }: { eventTypes: readonly WebhookEventType[]; filter: EndpointFilter },
  event: FilteredEvent,
): boolean {
  const fits = <T>(list: readonly T[], value: T | null) =>
    list.length === 0 || (value !== null && list.includes(value));
  return (
    fits(eventTypes, event.type) &&
    fits(filter.collectionIds, event.collectionId) &&
    fits(filter.syncIds, event.syncId) &&
    fits(filter.sources, event.source)
  );
}

/** Whether an endpoint existed and was enabled at a time. Its present state does not count. */
export function wasEnabledAt({ createdAt, disabledAt, pauses = [] }: EndpointTimes, at: Date): boolean {
  return (
    createdAt <= at &&
    (disabledAt === null || disabledAt > at) &&
    !pauses.some(({ from, to }) => from <= at && at < to)
  );
}

/**
 * Whether an endpoint is slow: the nearest-rank 95th percentile of its recent attempts (milliseconds)
 * decides.
 */
export function isSlow(recentMs: readonly number[]): boolean {
  const sorted = [...recentMs].sort((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0) > slowEndpointMs;
}
