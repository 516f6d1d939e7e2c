const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How far back a recovery may reach, and the tolerance for the caller's clock. */
export const recoverWindowMs = 7 * DAY;
const clockSlackMs = 5 * MINUTE;
/** Deliveries that one recovery starts per second. */
export const recoveredPerSecondMax = 10;

/** Span of a recovery: messages that failed from `since` (inclusive) to `until` (exclusive) are resent. */
export interface RecoverSpan {
  since: Date;
  until: Date;
}

/** Span of a recovery that is requested now: by default the last 7 days, and never beyond now. */
export function recoverSpan(
  { since, until }: { since?: Date | undefined; until?: Date | undefined },
  now: Date,
): RecoverSpan {
  return {
    since: since ?? new Date(now.getTime() - recoverWindowMs),
    until: until === undefined || until > now ? now : until,
  };
}

/**
 * Whether a recovery that is requested now may begin at `since`: within the last 7 days, with a tolerance of
 * 5 minutes.
 */
export function isWithinRecoverWindow(since: Date, now: Date): boolean {
  const ageMs = now.getTime() - since.getTime();
  return ageMs >= -clockSlackMs && ageMs <= recoverWindowMs + clockSlackMs;
}
