import { ApplicationFailure } from '@temporalio/activity';
import { endpointBusy } from '../../../src/domain/platform/webhook-delivery';
import { type WebhookEndpointRow } from '../../../src/stores/platform/webhooks/webhook-endpoints';

/** An endpoint gets no more than this share of a worker's slots. */
const shareMax = 0.25;
/**
 * Attempts to an endpoint that lately answered within this time wait in line: their turn comes before a pause
 * would end.
 */
const quickMsMax = 250;
/** Longest time in line. Whoever waits takes a slot of the worker, too. */
const lineMsMax = 500;
/**
 * A pause begins with twice the time that the endpoint lately took, within these bounds, and grows with every
 * try in vain.
 */
const firstPauseMsMin = 100;
const firstPauseMsMax = 5_000;
const pauseGrowth = 1.5;
const pauseMsMax = 20_000;

/** Requests to one endpoint. */
interface Line {
  open: number;
  /** Oldest first; called with whether their turn has come. */
  waiting: Set<(isTurn: boolean) => void>;
  /** A wait has timed out since the endpoint's last answer. Until the next answer, requests do not wait. */
  stalled: boolean;
}

/** Counts the open requests of this process to each endpoint. */
export function createEndpointSlots(slots: number) {
  const lines = new Map<string, Line>();
  const openMax = Math.max(1, Math.floor(slots * shareMax));

  /**
   * Does work in a slot of its endpoint.
   *
   * @param attempt of the activity, from 1: the more often it has come in vain, the later it comes again
   * @param endpoint its id, and the milliseconds of its last attempts
   * @throws ApplicationFailure `EndpointBusy`, to be tried again
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

/** Waits for a slot to come free; false when none did in time. */
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

/** Middle duration, null where nothing was measured yet. */
function medianOf(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}
