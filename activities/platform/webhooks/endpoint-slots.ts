import { ApplicationFailure } from '@temporalio/activity';
import { endpointBusy } from '../../../src/domain/platform/webhook-delivery';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoint-row';

/** Largest share of a worker's slots for one endpoint. */
const shareMax = 0.25;
/**
 * Duration of recent attempts up to which further ones wait in line, since their turn comes before a pause
 * would end.
 */
const quickMsMax = 250;
/** Longest wait in line, which also occupies a slot of the worker. */
const lineMsMax = 500;
/**
 * Bounds of the first pause, which is twice the recent duration of the endpoint's attempts and grows with
 * every failed try.
 */
const firstPauseMsMin = 100;
const firstPauseMsMax = 5_000;
const pauseGrowth = 1.5;
const pauseMsMax = 20_000;

/** Requests to one endpoint. */
interface Line {
  open: number;
  /** Waiting requests, oldest first; each is called with whether its turn has come. */
  waiting: Set<(isTurn: boolean) => void>;
  /**
   * Whether a wait has timed out since the endpoint's last answer. Until the next answer, requests do not
   * wait.
   */
  stalled: boolean;
}

/** Creates the count of open requests of this process to each endpoint. */
export function createEndpointSlots(slots: number) {
  const lines = new Map<string, Line>();
  const openMax = Math.max(1, Math.floor(slots * shareMax));

  /**
   * Does work in a slot of its endpoint.
   *
   * @param attempt attempt of the activity, from 1; later ones get longer pauses
   * @param endpoint its id, and the milliseconds of its last attempts
   * @throws ApplicationFailure `EndpointBusy`, to be retried
   */
  return async <T>(
    { _id: endpointId, recentMs }: Pick<WebhookEndpointRow, '_id' | 'recentMs'>,
    attempt: number,
    work: () => Promise<T>,
  ): Promise<T> => {
    const usualMs = medianOf(recentMs);
    const line: Line = lines.get(endpointId) ?? { open: 0, waiting: new Set(), stalled: false };
    lines.set(endpointId, line);
    if (line.open < openMax) line.open++;
    else if (usualMs === null || usualMs > quickMsMax || !(await turnIn(line)))
      throw busyFailure(attempt, usualMs ?? 0);
    try {
      return await work();
    } finally {
      line.stalled = false;
      const [next] = line.waiting;
      if (next !== undefined) next(true);
      else if (--line.open === 0) lines.delete(endpointId);
    }
  };
}

/** Waits for a free slot; false after a timeout. */
function turnIn(line: Line): Promise<boolean> {
  if (line.stalled) return Promise.resolve(false);
  return new Promise((resolve) => {
    const leave = (isTurn: boolean) => {
      clearTimeout(timer);
      line.waiting.delete(leave);
      line.stalled ||= !isTurn;
      resolve(isTurn);
    };
    const timer = setTimeout(leave, lineMsMax, false);
    line.waiting.add(leave);
  });
}

function busyFailure(attempt: number, usualMs: number): ApplicationFailure {
  const firstMs = Math.min(firstPauseMsMax, Math.max(firstPauseMsMin, 2 * usualMs));
  const delayMs = Math.min(pauseMsMax, firstMs * pauseGrowth ** Math.min(attempt - 1, 20));
  return ApplicationFailure.create({
    type: endpointBusy,
    message: 'Enough requests to this endpoint are open.',
    category: 'BENIGN',
    nextRetryDelay: Math.round(delayMs * (0.5 + Math.random())),
  });
}

/** Median duration; null without measurements. */
function medianOf(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}
