import { activityInfo } from '@temporalio/activity';
import { organizationBusyFailure } from './organization-busy';

/**
 * Pause between the retries of two attempts of an organization: a share of the duration of its last work,
 * within these bounds.
 */
const intervalShare = 0.25;
const intervalMsMin = 100;
const intervalMsMax = 1_000;

/** Work of one organization in this process. */
interface Line extends BookedLine {
  open: number;
  /** Duration of the last work that ended. */
  lastMs: number;
}

/** Share of the slots that an organization leaves to others, rounded up. */
const shareOfOthers = 0.25;

/**
 * Limits the slots that one organization may occupy in a queue of this worker. A quarter of the slots, at
 * least one, stays for other organizations, unless the worker has a single slot. Organizations are identified
 * by the fairness key of their runs. An attempt beyond the limit fails as `OrganizationBusy` and waits in
 * Temporal, where it occupies no slot and survives this process. The attempts of one organization return one
 * after the other.
 *
 * An activity with bounded attempts works at once, since waiting would use them up; it still occupies one of
 * its organization's slots.
 *
 * @param slots slots of the worker
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

/** A queue of attempts that were turned away. */
interface BookedLine {
  /** Time at which the last attempt retries, in milliseconds of `performance.now()`; 0 without attempts. */
  bookedMs: number;
}

const pauseMsMax = 20_000;

/**
 * Books the next free time of a line, so that attempts return one after the other, at a rate independent of
 * their number.
 *
 * @param intervalMs time between two of them
 * @returns the pause of this one, for the `nextRetryDelay` of its failure
 */
function bookedPauseMs(line: BookedLine, intervalMs: number): number {
  const now = performance.now();
  line.bookedMs = Math.min(now + pauseMsMax, Math.max(now, line.bookedMs) + intervalMs);
  // Jitter, since a long line books the same time for its last attempts.
  return Math.round((line.bookedMs - now) * (0.75 + Math.random() / 2));
}
