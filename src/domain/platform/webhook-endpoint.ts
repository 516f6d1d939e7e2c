import { type FilteredEvent, type JobSource, type WebhookEventType } from './webhook-event';

/** Endpoints of one organization. */
export const webhookEndpointsMax = 20;
/** Values in one list of a filter. */
export const filterListMax = 10;
/** Product of the sizes of the lists that are not empty. */
export const filterCombinationsMax = 10;
/** After a rotation the former secret signs, too, for this long. */
export const formerSecretTtlMs = 24 * 3_600_000;
/** Secrets of one endpoint that sign at once. */
export const liveSecretsMax = 5;
/** Durations of an endpoint's last attempts that are kept. */
export const recentDurationsMax = 20;
/** An endpoint is slow while the 95th percentile of those is above this. */
const slowEndpointMs = 5_000;

/**
 * Spans in which an endpoint was disabled that are kept, the latest ones: events come a moment after their
 * job's end.
 */
export const pausesMax = 20;

/** When an endpoint was enabled. */
export interface EndpointTimes {
  createdAt: Date;
  /** Null while it is enabled. */
  disabledAt: Date | null;
  /** Spans in which it was disabled, oldest first; absent before the first one has ended. */
  pauses?: { from: Date; to: Date }[];
}

/** Why an endpoint is disabled: by its owner, by five days of failing, or by its own answer 410. */
export const DISABLED_REASONS = ['manual', 'delivery_failures', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Filter of the jobs that an endpoint hears of; an empty list lets everything through. */
export interface EndpointFilter {
  collectionIds: string[];
  syncIds: string[];
  sources: JobSource[];
}

/** A rule of filters that is not kept. */
export type FilterFault =
  | { code: 'filter_list_too_long'; list: keyof EndpointFilter }
  | { code: 'too_many_filter_combinations'; combinations: number }
  | { code: 'sync_filter_requires_sync_source' };

/** The first rule that a filter breaks, null for a good one. */
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

/** Whether an endpoint hears of an event: one value of every list that is not empty has to fit. */
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

/** Whether an endpoint was there and enabled at a time, whatever it is now. */
export function wasEnabledAt({ createdAt, disabledAt, pauses = [] }: EndpointTimes, at: Date): boolean {
  return (
    createdAt <= at &&
    (disabledAt === null || disabledAt > at) &&
    !pauses.some(({ from, to }) => from <= at && at < to)
  );
}

/**
 * Whether the recent attempts (milliseconds) make an endpoint a slow one: their nearest-rank 95th percentile
 * decides.
 */
export function isSlow(recentMs: readonly number[]): boolean {
  const sorted = [...recentMs].sort((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0) > slowEndpointMs;
}
