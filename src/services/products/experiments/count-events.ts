import { createHash } from 'node:crypto';
import { type EventRefusal, experimentDayMs } from '../../../domain/products/experiment';
import { eventDelayMsMax } from '../../../domain/products/limits';
import { reachesIndex, scopeOf } from '../../../domain/products/key-scope';
import { readQueryId } from '../../../product-search';
import { type SearchEvent } from '../../../stores/products/search-events';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';

/** Tolerance for the shopper's clock: `at` serves to detect wrong units, not wrong clocks. */
const clockSkewMs = experimentDayMs;
/** Bytes of a record's code, enough to distinguish the records of one search. */
const recordCodeBytes = 9;

/** Action of a shopper on a hit. */
export interface ReportedEvent {
  type: SearchEvent['type'];
  queryId: string;
  recordId: string;
  /** Position of the hit in a click, from 1. */
  position?: number | undefined;
  /** Value of a conversion. */
  value?: number | undefined;
  /** Unix milliseconds of the shopper's clock. */
  at?: number | undefined;
}

/** Event that was not counted, by its index in the request. */
export interface RefusedEvent {
  position: number;
  code: EventRefusal;
}

/** Event of a search in an experiment, and its index in the request. */
interface PlacedEvent {
  place: number;
  event: SearchEvent;
}

/**
 * Counts events in the groups of their searches. Events of searches outside experiments are accepted but not
 * counted.
 *
 * @returns the refused events, in the order of the request
 */
export async function countEvents(
  { stores, sealer }: Pick<ServiceDeps, 'stores' | 'sealer'>,
  caller: Caller,
  events: readonly ReportedEvent[],
): Promise<RefusedEvent[]> {
  const refused: RefusedEvent[] = [];
  const counted: PlacedEvent[] = [];
  const now = Date.now();
  for (const [place, sent] of events.entries()) {
    const search = readQueryId(sealer, caller, sent.queryId);
    if (search === 'uncounted') continue;
    const code = search === null ? 'QUERY_UNKNOWN' : timeRefusal(sent, search.searchedAt.getTime(), now);
    if (search === null || code !== null) refused.push({ position: place, code: code! });
    else counted.push({ place, event: { ...searchEvent(caller, sent), ...search } });
  }
  const reached = await reachedIndexes(stores, caller, counted);
  const isReached = ({ event }: PlacedEvent) => reached.has(event.indexId);
  for (const { place } of counted.filter((placed) => !isReached(placed)))
    refused.push({ position: place, code: 'QUERY_UNKNOWN' });
  const accepted = counted.filter(isReached);
  const tooMany = new Set(
    await stores.searchEvents.take(
      caller,
      accepted.map(({ event }) => event),
    ),
  );
  for (const { place, event } of accepted)
    if (tooMany.has(event)) refused.push({ position: place, code: 'TOO_MANY_EVENTS' });
  return refused.sort((a, b) => a.position - b.position);
}

function timeRefusal({ at }: ReportedEvent, searchedAtMs: number, now: number): EventRefusal | null {
  if (now - searchedAtMs > eventDelayMsMax) return 'QUERY_TOO_OLD';
  const isOutside = at !== undefined && (at < searchedAtMs - clockSkewMs || at > now + clockSkewMs);
  return isOutside ? 'AT_OUTSIDE' : null;
}

function searchEvent(
  { organizationId, environment }: Caller,
  { type, recordId, position, value }: ReportedEvent,
) {
  const digest = createHash('sha256').update(recordId).digest();
  return {
    organizationId,
    environment,
    type,
    record: digest.subarray(0, recordCodeBytes).toString('base64url'),
    position: type === 'click' ? (position ?? null) : null,
    value: type === 'conversion' ? (value ?? 0) : 0,
  };
}

/** Ids of the existing indexes that the key reaches by their names or by names of their aliases. */
async function reachedIndexes(
  { productAliases, productIndexes }: Pick<ServiceDeps['stores'], 'productAliases' | 'productIndexes'>,
  caller: Caller,
  counted: readonly PlacedEvent[],
): Promise<Set<string>> {
  const ids = [...new Set(counted.map(({ event }) => event.indexId))];
  if (ids.length === 0) return new Set();
  const [rows, aliases] = await Promise.all([productIndexes.getMany(ids), productAliases.ofIndexes(ids)]);
  const scope = scopeOf(caller);
  const reached = rows.filter(({ _id, name, isDeleting }) => {
    const names = [name, ...(aliases.get(_id) ?? [])];
    return !isDeleting && names.some((one) => reachesIndex(scope, one));
  });
  return new Set(reached.map(({ _id }) => _id));
}
