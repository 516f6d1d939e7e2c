import { setTimeout as pause } from 'node:timers/promises';
import { SheafError } from 'sheaf-client';
import { failureOf, isPassing } from '../exit-codes.js';
import type { Session } from '../session.js';
import { createDeliveryWatch } from './delivery-watch.js';
import { forwardEvent } from './forward-event.js';
import type { EventTarget } from './send-event.js';

/** Which events a listener waits for, and where it sends them. */
export interface Listening {
  endpointIds: readonly string[];
  /**
   * Whether all endpoints are watched: new ones are added, and the deletion of one does not end the listener.
   */
  isAll: boolean;
  /** Null for all types. */
  eventTypes: readonly string[] | null;
  /** Time of the first event; null for now. */
  since: Date | null;
  target: EventTarget;
  secret: string;
}

/** Pause between two polls, longer with many endpoints: the service limits the reads of an organization. */
const pauseMs = { least: 2_000, perEndpoint: 500 };
/** Every this many polls, one reads far back and reads the list of endpoints again. */
const looksPerRound = 10;

/**
 * Forwards events to another address, signed with a secret of its own, until the signal of the session
 * aborts. Each event is sent once; the answer of its receiver makes no difference.
 *
 * @param onReady called as soon as no later event is missed
 * @throws SheafError, TypeError … when the service refuses a request, or is unavailable at the beginning
 * @throws DOMException `AbortError`
 */
export async function listen(session: Session, listening: Listening, onReady: () => void): Promise<never> {
  const { sheaf, signal } = session;
  const { eventTypes, isAll } = listening;
  const watch = createDeliveryWatch(sheaf);
  let endpointIds = listening.endpointIds;
  const waiting = await watch.begin(endpointIds, listening.since, signal);
  onReady();

  /** Sends the waiting events; one that could not be read stays first in the queue. */
  async function drain(): Promise<void> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (eventTypes?.includes(next.event_type) ?? true) await forwardEvent(session, next, listening);
      waiting.shift();
    }
  }

  let isAway = false;
  let hasFailed = false;
  for (let looks = 1; ; looks += 1) {
    try {
      await drain();
      await pause(Math.max(pauseMs.least, endpointIds.length * pauseMs.perEndpoint), undefined, { signal });
      const readsFar = hasFailed || looks % looksPerRound === 0;
      if (isAll && readsFar) endpointIds = await listEndpointIds(session);
      waiting.push(...(await watch.look(endpointIds, readsFar, signal)));
      if (isAway) tell('The service answers again.');
      isAway = false;
      hasFailed = false;
    } catch (error) {
      signal.throwIfAborted();
      const isDeleted = isAll && error instanceof SheafError && error.code === 'endpoint_not_found';
      if (!isDeleted && !isPassing(error)) throw error;
      if (!isAway && !isDeleted) tell(`${failureOf(error).line} Listening continues.`);
      isAway ||= !isDeleted;
      // The next poll reads the list of endpoints.
      hasFailed = true;
      await pause(pauseMs.least, undefined, { signal });
    }
  }
}

async function listEndpointIds({ sheaf, signal }: Session): Promise<string[]> {
  const { endpoints } = await sheaf.get('/v2/webhooks/endpoints', { signal });
  return endpoints.map(({ endpoint_id: id }) => id);
}

const tell = (line: string) => process.stderr.write(`${line}\n`);
