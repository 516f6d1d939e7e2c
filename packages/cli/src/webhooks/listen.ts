import { setTimeout as pause } from 'node:timers/promises';
import { SheafError } from 'sheaf-client';
import { failureOf, isPassing } from '../exit-codes.js';
import type { Session } from '../session.js';
import { createDeliveryWatch } from './delivery-watch.js';
import { forwardEvent } from './forward-event.js';
import type { EventTarget } from './send-event.js';

/** Settings of a listener: which events it waits for, and where it sends them. */
export interface Listening {
  endpointIds: readonly string[];
  /** Endpoints that are made meanwhile belong to it, and one that is deleted does not end it. */
  isAll: boolean;
  /** Null: every one. */
  eventTypes: readonly string[] | null;
  /** Events from this time on; null: those that come from now on. */
  since: Date | null;
  target: EventTarget;
  secret: string;
}

/** Between two looks, and more for many endpoints: the service limits what one organization reads. */
const pauseMs = { least: 2_000, perEndpoint: 500 };
/** Each so many looks one reads far back, and which endpoints there are. */
const looksPerRound = 10;

/**
 * Sends events also to another address, signed with a secret of its own, until the signal of the session ends
 * it. Each is sent once, whatever its receiver answers.
 *
 * @param onReady is called as soon as nothing that comes is missed
 * @throws SheafError, TypeError … for a service that refuses, or that is away at the beginning
 * @throws DOMException `AbortError`
 */
export async function listen(session: Session, listening: Listening, onReady: () => void): Promise<never> {
  const { sheaf, signal } = session;
  const { eventTypes, isAll } = listening;
  const watch = createDeliveryWatch(sheaf);
  let endpointIds = listening.endpointIds;
  const waiting = await watch.begin(endpointIds, listening.since, signal);
  onReady();

  /** Sends what waits; what could not be read stays first in line. */
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
      if (!isAway && !isDeleted) tell(`${failureOf(error).line} Listening goes on.`);
      isAway ||= !isDeleted;
      // The next look reads which endpoints there are.
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
