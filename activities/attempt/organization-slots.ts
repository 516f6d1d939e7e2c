import { activityInfo } from '@temporalio/activity';
import { type BookedLine, bookedPauseMs } from './booked-pause';
import { organizationBusyFailure } from './organization-busy';

/**
 * Pause between two attempts of an organization that come back for a slot: a share of the time that its work
 * last took, within these bounds.
 */
const intervalShare = 0.25;
const intervalMsMin = 100;
const intervalMsMax = 1_000;

/** Work of one organization in this process. */
interface Line extends BookedLine {
  open: number;
  /** Duration of the work that ended last. */
  lastMs: number;
}

/** Share of the slots that an organization leaves to others, rounded up to whole slots. */
const shareOfOthers = 0.25;

/**
 * Activities of a queue that keep a quarter of the slots of their worker for others, at least one: an
 * organization, known by the fairness key of its runs, has the rest at most (the only slot where there is
 * one). An attempt beyond that fails as `OrganizationBusy` and waits in Temporal, where it takes no slot and
 * outlives this process. Attempts of one organization come back one after the other.
 *
 * An activity whose attempts Temporal bounds does its work at once, for waiting would use them up; it takes one
 * of its organization's slots all the same.
 *
 * @param slots of the worker
 */
export function inTurns<T extends object>(slots: number, activities: T): T {
  const inSlot = createOrganizationSlots(slots);
  const entries = Object.entries(activities as Record<string, (input: unknown) => Promise<unknown>>);
  return Object.fromEntries(
    entries.map(([name, run]) => [name, (input: unknown) => inSlot(() => run(input))]),
  ) as T;
}

function createOrganizationSlots(slots: number): <T>(work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>();
  const openMax = Math.max(1, slots - Math.ceil(slots * shareOfOthers));

  return async (work) => {
    const { priority, retryPolicy } = activityInfo();
    const organization = priority?.fairnessKey;
    if (!organization) return work();
    const mayWait = (retryPolicy?.maximumAttempts ?? 0) === 0;
    const line = lines.get(organization) ?? { open: 0, lastMs: 0, bookedMs: 0 };
    if (mayWait && line.open >= openMax) {
      const intervalMs = (intervalShare * line.lastMs) / openMax;
      const bounded = Math.max(intervalMsMin, Math.min(intervalMsMax, intervalMs));
      throw organizationBusyFailure('slots of this worker', bookedPauseMs(line, bounded));
    }
    lines.set(organization, line);
    line.open++;
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      line.lastMs = performance.now() - startMs;
      if (--line.open === 0) lines.delete(organization);
    }
  };
}
