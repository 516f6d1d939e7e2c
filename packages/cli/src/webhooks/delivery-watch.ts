import { listItems, type ListItem, type Sheaf } from 'sheaf-client';

const listPath = '/v2/webhooks/endpoints/{endpoint_id}/deliveries';
const pageSize = 100;

/** A delivery, with the endpoint whose list contains it. */
export interface FoundDelivery extends ListItem<typeof listPath> {
  endpoint_id: string;
}

/**
 * How far each poll reads back before the newest delivery of the poll before. The list is sorted by the end
 * of jobs. An event is written a little later, or much later after a worker was replaced, so that it may
 * appear below deliveries that are known.
 */
const nearMs = 60_000;
/** How far the less frequent polls read back before the newest delivery of the last such poll. */
const farMs = 3_600_000;

/** The newest delivery to an endpoint, as of the last poll and of the last one that read far back. */
interface Mark {
  near: number;
  far: number;
}

/** The time down to which a poll reads, from the mark of the endpoint and the time of its newest delivery. */
type Floor = (mark: Mark | undefined, newest: number) => number;

/** Finds new deliveries to endpoints by polling. An event for several endpoints is returned once. */
export function createDeliveryWatch(sheaf: Sheaf) {
  // Both grow with each delivery while the command runs.
  const known = new Set<string>();
  const told = new Set<string>();
  const marks = new Map<string, Mark>();

  /** Deliveries to an endpoint, newest first, down to the floor. */
  async function read(endpointId: string, floor: Floor, signal: AbortSignal): Promise<FoundDelivery[]> {
    const found: FoundDelivery[] = [];
    const params = { path: { endpoint_id: endpointId }, query: { limit: pageSize } };
    let lowest: number | null = null;
    for await (const delivery of listItems(sheaf, listPath, { params, signal })) {
      const at = Date.parse(delivery.created_at);
      lowest ??= floor(marks.get(endpointId), at);
      if (at < lowest) break;
      found.push({ ...delivery, endpoint_id: endpointId });
    }
    return found;
  }

  /** Reads the deliveries to all endpoints. A poll fails as a whole. */
  async function readAll(
    endpointIds: readonly string[],
    floor: Floor,
    { readsFar, signal }: { readsFar: boolean; signal: AbortSignal },
  ): Promise<FoundDelivery[]> {
    const lists: [string, FoundDelivery[]][] = [];
    for (const id of endpointIds) lists.push([id, await read(id, floor, signal)]);
    for (const [id, [first]] of lists) {
      const mark = marks.get(id);
      const newest = Math.max(mark?.near ?? -Infinity, first ? Date.parse(first.created_at) : -Infinity);
      marks.set(id, { near: newest, far: mark === undefined || readsFar ? newest : mark.far });
    }
    return lists.flatMap(([, found]) => found);
  }

  /** Deliveries of events that no poll has returned, one for each event, oldest first. */
  function newOf(found: readonly FoundDelivery[]): FoundDelivery[] {
    const fresh: FoundDelivery[] = [];
    for (const delivery of found.toSorted(byTime)) {
      if (!known.has(delivery.message_id) && !told.has(delivery.event_id)) {
        told.add(delivery.event_id);
        fresh.push(delivery);
      }
      known.add(delivery.message_id);
    }
    return fresh;
  }

  return {
    /**
     * The first poll: existing deliveries are not new, unless they were created at `since` or later.
     *
     * @param since null: no existing delivery is new
     */
    async begin(
      endpointIds: readonly string[],
      since: Date | null,
      signal: AbortSignal,
    ): Promise<FoundDelivery[]> {
      const from = since?.getTime() ?? Infinity;
      const floor: Floor = (_, newest) => Math.min(newest - farMs, from);
      const found = await readAll(endpointIds, floor, { readsFar: true, signal });
      const isNew = ({ created_at: at }: FoundDelivery) => Date.parse(at) >= from;
      for (const { message_id: id } of found.filter((delivery) => !isNew(delivery))) known.add(id);
      return newOf(found);
    },

    /**
     * Deliveries since the poll before. For an endpoint that no poll has read, all are new.
     *
     * @param readsFar also finds events that were written up to an hour late; up to a minute otherwise
     */
    async look(
      endpointIds: readonly string[],
      readsFar: boolean,
      signal: AbortSignal,
    ): Promise<FoundDelivery[]> {
      const floor: Floor = (mark) => {
        if (mark === undefined) return -Infinity;
        return readsFar ? mark.far - farMs : mark.near - nearMs;
      };
      return newOf(await readAll(endpointIds, floor, { readsFar, signal }));
    },
  };
}

function byTime(a: FoundDelivery, b: FoundDelivery): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.event_id < b.event_id ? -1 : 1);
}
