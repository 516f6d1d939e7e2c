import { type ChosenGroup } from './assignment';

/** Types of events that shops report for a search. */
export const EVENT_TYPES = ['view', 'click', 'conversion'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A group of a layer of an index, by their names in the assignment. */
export type ExperimentGroup = Pick<ChosenGroup, 'layer' | 'group'>;

/** Length of a day of the counts; days begin at midnight UTC. */
export const experimentDayMs = 86_400_000;

/** Start of the UTC day of a moment. */
export function experimentDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / experimentDayMs) * experimentDayMs);
}

/** Figures of a group over some days. */
export interface ExperimentCounts {
  searches: number;
  /** Searches without a hit. */
  empty: number;
  /** Searches with at least one event, by type of event. */
  searchesWith: Record<EventType, number>;
  /** Number of clicks with a position, sum of their positions, and sum of the squares. */
  positions: { clicks: number; sum: number; squares: number };
  /** Sum of the values of conversions. */
  value: number;
}

export function noCounts(): ExperimentCounts {
  return {
    searches: 0,
    empty: 0,
    searchesWith: { view: 0, click: 0, conversion: 0 },
    positions: { clicks: 0, sum: 0, squares: 0 },
    value: 0,
  };
}

/** Reasons why an event is not counted. */
export const EVENT_REFUSALS = ['QUERY_UNKNOWN', 'QUERY_TOO_OLD', 'AT_OUTSIDE', 'TOO_MANY_EVENTS'] as const;
export type EventRefusal = (typeof EVENT_REFUSALS)[number];
