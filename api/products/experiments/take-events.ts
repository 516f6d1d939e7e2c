import { createHash } from 'node:crypto';
import { experimentDayMs } from '../../../src/domain/products/experiment';
import { eventDelayMsMax } from '../../../src/domain/products/limits';
import { reachesIndex, scopeOf } from '../../../src/domain/products/key-scope';
import { readQueryId } from '../../../src/product-search';
import { type SearchEvent } from '../../../src/stores/products/search-events';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { type EventRefusal, type EventsBody } from './events-schema';

/** Difference between the clock of a shopper and ours: `at` finds wrong units, not wrong clocks. */
const clockSkewMs = experimentDayMs;
/** Bytes of the code of a record: enough to tell those of one search apart. */
const recordCodeBytes = 9;

type SentEvent = EventsBody['events'][number];

/** An event that cannot count, by its place in the request. */
export interface RefusedEvent {
  position: number;
  code: EventRefusal;
}

/** An event of a search in an experiment, and its place in the request. */
interface PlacedEvent {
  place: number;
  event: SearchEvent;
}

/**
 * Counts events in the groups of their searches. Those of searches outside of experiments are taken and count
 * nowhere.
 *
 * @returns those that are refused, in the order of the request
 */
export async function takeEvents(
  { stores, sealer }: Pick<ApiDeps, 'stores' | 'sealer'>,
  caller: Caller,
  { events }: EventsBody,
): Promise<RefusedEvent[]> {
  const refused: RefusedEvent[] = [];
  const counted: PlacedEvent[] = [];
  const now = Date.now();
  for (const [place, sent] of events.entries()) {
    const search = readQueryId(sealer, caller, sent.query_id);
    if (search === 'uncounted') continue;
    const code = search === null ? 'QUERY_UNKNOWN' : timeRefusal(sent, search.searchedAt.getTime(), now);
    if (search === null || code !== null) refused.push({ position: place, code: code! });
    else counted.push({ place, event: { ...searchEvent(caller, sent), ...search } });
  }
  const reached = await reachedIndexes(stores, caller, counted);
  const isReached = ({ event }: PlacedEvent) => reached.has(event.indexId);
  for (const { place } of counted.filter((placed) => !isReached(placed)))
    refused.push({ position: place, code: 'QUERY_UNKNOWN' });
  const taken = counted.filter(isReached);
  const tooMany = new Set(
    await stores.searchEvents.take(
      caller,
      taken.map(({ event }) => event),
    ),
  );
  for (const { place, event } of taken)
    if (tooMany.has(event)) refused.push({ position: place, code: 'TOO_MANY_EVENTS' });
  return refused.sort((a, b) => a.position - b.position);
}

function timeRefusal({ at }: SentEvent, searchedAtMs: number, now: number): EventRefusal | null {
  if (now - searchedAtMs > eventDelayMsMax) return 'QUERY_TOO_OLD';
  const isOutside = at !== undefined && (at < searchedAtMs - clockSkewMs || at > now + clockSkewMs);
  return isOutside ? 'AT_OUTSIDE' : null;
}

function searchEvent(
  { organizationId, environment }: Caller,
  { type, record_id: recordId, position, value }: SentEvent,
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

/** Ids of the indexes that are there, and that the key reaches by their names or by aliases of them. */
async function reachedIndexes(
  { productAliases, productIndexes }: Pick<ApiDeps['stores'], 'productAliases' | 'productIndexes'>,
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
