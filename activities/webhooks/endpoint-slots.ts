import { ApplicationFailure } from '@temporalio/activity';
import { endpointBusy } from '../../src/domain/webhook-delivery';

/** One endpoint gets no more than this share of a worker's slots. */
const shareMax = 0.25;
const pauseMs = 500;
const pauseMsMax = 20_000;

/** Counts the open requests of this process to each endpoint. */
export function createEndpointSlots(slots: number) {
  const open = new Map<string, number>();
  const openMax = Math.max(1, Math.floor(slots * shareMax));

  /**
   * Does work in a slot of its endpoint.
   *
   * @param attempt of the activity, from 1: the more often it has come in vain, the later it comes again
   * @throws ApplicationFailure `EndpointBusy`, to be tried again
   */
  return async <T>(endpointId: string, attempt: number, work: () => Promise<T>): Promise<T> => {
    const busy = open.get(endpointId) ?? 0;
    if (busy >= openMax) throw busyFailure(attempt);
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

function busyFailure(attempt: number): ApplicationFailure {
  const delayMs = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(attempt - 1, 10));
  return ApplicationFailure.create({
    type: endpointBusy,
    message: 'Enough requests to this endpoint are open.',
    category: 'BENIGN',
    nextRetryDelay: Math.round(delayMs * (0.5 + Math.random())),
  });
}
