import { type ChosenGroup } from './assignment';

/** Acts of shoppers that are reported for a search. */
export const EVENT_TYPES = ['view', 'click', 'conversion'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A group of a layer of an index, by the names of the assignment. */
export type ExperimentGroup = Pick<ChosenGroup, 'layer' | 'group'>;

/** Length of a day of the counts, which begins at midnight UTC. */
export const experimentDayMs = 86_400_000;

/** Beginning of the day of UTC that a moment belongs to. */
export function experimentDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / experimentDayMs) * experimentDayMs);
}

/** Figures of a group over some days. */
export interface ExperimentCounts {
  searches: number;
  /** Searches that found nothing. */
  empty: number;
  /** Searches with at least one event of a type, by type. */
  searchesWith: Record<EventType, number>;
  /** Clicks with a position, the sum of their positions, and that of the squares. */
  positions: { clicks: number; sum: number; squares: number };
  /** Sum of the values of conversions. */
  value: number;
}

/** Counts of nothing. */
export function noCounts(): ExperimentCounts {
  return {
    searches: 0,
    empty: 0,
    searchesWith: { view: 0, click: 0, conversion: 0 },
    positions: { clicks: 0, sum: 0, squares: 0 },
    value: 0,
  };
}

/** Reasons for which an event does not count. */
export const EVENT_REFUSALS = ['QUERY_UNKNOWN', 'QUERY_TOO_OLD', 'AT_OUTSIDE', 'TOO_MANY_EVENTS'] as const;
export type EventRefusal = (typeof EVENT_REFUSALS)[number];
