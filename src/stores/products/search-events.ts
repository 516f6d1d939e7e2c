import { type AnyBulkWriteOperation, type ClientSession, type Db } from 'mongodb';
import {
  type EventType,
  experimentDay,
  experimentDayMs,
  type ExperimentGroup,
} from '../../domain/products/experiment';
import { eventDelayMsMax, eventsPerSearchMax } from '../../domain/products/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { ownedBy } from '../mongo/owned-by';
import { createTransact } from '../mongo/transactions';
import {
  experimentDayId,
  experimentDayIndexes,
  type ExperimentDayRow,
  type GroupDay,
  namesOf,
} from './experiment-days';

/** An event of a shopper on a hit of a search. */
export interface SearchEvent extends Tenant {
  queryId: string;
  searchedAt: Date;
  indexId: string;
  /** Groups in which the search counts; not empty. */
  groups: readonly ExperimentGroup[];
  type: EventType;
  /** Code of the record; an event counts once per record and type. */
  record: string;
  /** Position of the record among the hits, from 1; null when not sent. */
  position: number | null;
  /** Value of a conversion. */
  value: number;
}

/** Counted events of one search. */
interface SearchEventsRow extends Tenant {
  /** Id of the search. */
  _id: string;
  indexId: string;
  /** Type and record of each event. */
  events: string[];
  expiresAt: Date;
}

/** Increments of the counts of a group and day, by path. */
interface Increments extends GroupDay {
  counts: Record<string, number>;
}

export const searchEventIndexes: CollectionIndexes = {
  collection: 'search_events',
  indexes: [{ key: { indexId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/** Creates the count of events of searches in experiments. */
export function createSearchEventStore(db: Db) {
  const searches = db.collection<SearchEventsRow>(searchEventIndexes.collection);
  const days = db.collection<ExperimentDayRow>(experimentDayIndexes.collection);
  const transact = createTransact(db.client);

  async function take(session: ClientSession, events: readonly SearchEvent[]): Promise<SearchEvent[]> {
    const queryIds = [...new Set(events.map(({ queryId }) => queryId))];
    const found = await searches.find({ _id: { $in: queryIds } }, { session }).toArray();
    const { fresh, refused } = freshEvents(new Map(found.map((row) => [row._id, row.events])), events);
    if (fresh.length === 0) return refused;
    const bySearch = new Map<string, FreshEvent[]>(queryIds.map((queryId) => [queryId, []]));
    for (const counted of fresh) bySearch.get(counted.event.queryId)!.push(counted);
    const marked = [...bySearch.values()].filter(({ length }) => length > 0);
    await searches.bulkWrite(marked.map(markWrite), { session });
    await days.bulkWrite(incrementsOf(fresh).map(incrementWrite), { session });
    return refused;
  }

  return {
    /**
     * Counts events atomically, each once however often it is sent.
     *
     * @returns the events that are refused because their search has reached its limit
     */
    async take(tenant: Tenant, events: readonly SearchEvent[]): Promise<SearchEvent[]> {
      if (events.length === 0) return [];
      const lane = `${tenant.organizationId}/${tenant.environment}`;
      for (;;) {
        try {
          return await transact(lane, (session) => take(session, events));
        } catch (error) {
          // Another process has written the first row of a search or day meanwhile; the retry finds it.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    async removeOf(indexId: string): Promise<void> {
      await searches.deleteMany({ indexId });
    },
  };
}

/** An event that was not counted before. */
interface FreshEvent {
  event: SearchEvent;
  mark: string;
  /** Whether it is the first of its type for its search. */
  isFirst: boolean;
}

function freshEvents(known: ReadonlyMap<string, readonly string[]>, events: readonly SearchEvent[]) {
  const marksOf = new Map([...known].map(([queryId, marks]) => [queryId, new Set(marks)]));
  const fresh: FreshEvent[] = [];
  const refused: SearchEvent[] = [];
  for (const event of events) {
    const marks = marksOf.get(event.queryId) ?? new Set<string>();
    marksOf.set(event.queryId, marks);
    const mark = `${event.type}/${event.record}`;
    if (marks.has(mark)) continue;
    if (marks.size >= eventsPerSearchMax) {
      refused.push(event);
      continue;
    }
    const isFirst = ![...marks].some((other) => other.startsWith(`${event.type}/`));
    marks.add(mark);
    fresh.push({ event, mark, isFirst });
  }
  return { fresh, refused };
}

function markWrite(fresh: readonly FreshEvent[]): AnyBulkWriteOperation<SearchEventsRow> {
  const { event } = fresh[0]!;
  const { queryId, searchedAt, indexId } = event;
  const expiresAt = new Date(searchedAt.getTime() + eventDelayMsMax + experimentDayMs);
  return {
    updateOne: {
      filter: { _id: queryId },
      update: {
        $push: { events: { $each: fresh.map(({ mark }) => mark) } },
        $setOnInsert: { ...ownedBy(event), indexId, expiresAt },
      },
      upsert: true,
    },
  };
}

function incrementsOf(fresh: readonly FreshEvent[]): Increments[] {
  const byDay = new Map<string, Increments>();
  for (const { event, isFirst } of fresh) {
    const { indexId, searchedAt, groups, type, position, value } = event;
    const gained = Object.entries({
      [`searchesWith.${type}`]: isFirst ? 1 : 0,
      'positions.clicks': position === null ? 0 : 1,
      'positions.sum': position ?? 0,
      'positions.squares': (position ?? 0) ** 2,
      value,
    });
    for (const { layer, group } of groups) {
      const day = { ...ownedBy(event), indexId, day: experimentDay(searchedAt), layer, group };
      const id = experimentDayId(day);
      const { counts } = byDay.get(id) ?? byDay.set(id, { ...day, counts: {} }).get(id)!;
      for (const [path, count] of gained) counts[path] = (counts[path] ?? 0) + count;
    }
  }
  return [...byDay.values()];
}

function incrementWrite({ counts, ...day }: Increments): AnyBulkWriteOperation<ExperimentDayRow> {
  return {
    updateOne: {
      filter: { _id: experimentDayId(day) },
      update: { $inc: counts, $setOnInsert: namesOf(day) },
      upsert: true,
    },
  };
}
