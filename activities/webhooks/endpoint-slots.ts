import { ApplicationFailure } from '@temporalio/activity';
import { endpointBusy } from '../../src/domain/webhook-delivery';
import { type WebhookEndpointRow } from '../../src/stores/webhook-endpoints';

/** One endpoint gets no more than this share of a worker's slots. */
const shareMax = 0.25;
/** A pause begins with twice the time that the endpoint lately took, within these bounds, and grows with every try in vain. */
const firstPauseMsMin = 100;
const firstPauseMsMax = 5_000;
const pauseGrowth = 1.5;
const pauseMsMax = 20_000;

/** Counts the open requests of this process to each endpoint. */
export function createEndpointSlots(slots: number) {
  const open = new Map<string, number>();
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
    const busy = open.get(endpointId) ?? 0;
    if (busy >= openMax) throw busyFailure(attempt, recentMs);
    open.set(endpointId, busy + 1);
    try {
      return await work();
    } finally {
      const left = open.get(endpointId)! - 1;
      if (left === 0) open.delete(endpointId);
      else open.set(endpointId, left);
    }
  };
}

function busyFailure(attempt: number, recentMs: readonly number[]): ApplicationFailure {
  const median = [...recentMs].sort((a, b) => a - b)[recentMs.length >> 1] ?? 0;
  const firstMs = Math.min(firstPauseMsMax, Math.max(firstPauseMsMin, 2 * median));
  const delayMs = Math.min(pauseMsMax, firstMs * pauseGrowth ** Math.min(attempt - 1, 20));
  return ApplicationFailure.create({
    type: endpointBusy,
    message: 'Enough requests to this endpoint are open.',
    category: 'BENIGN',
    nextRetryDelay: Math.round(delayMs * (0.5 + Math.random())),
  });
}
