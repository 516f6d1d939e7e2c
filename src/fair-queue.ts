/** An item of an organization in the queue. */
interface Waiting {
  organizationId: string;
}

/** Queue in which organizations take turns; within an organization the item with the lowest place is next. */
export interface FairQueue<T extends Waiting> {
  /**
   * Adds an item.
   *
   * @param place position among those of its organization; equal places keep the order of addition. Default:
   * last
   */
  add(item: T, place?: number): void;
  /** Removes and returns the item whose turn it is; undefined for an empty queue. */
  take(): T | undefined;
  /** Removes an item, if it is in the queue. */
  remove(item: T): void;
  /** All items in the queue. */
  all(): T[];
}

/** Organizations whose last turn is remembered; beyond that all are forgotten. */
const rememberedMax = 1_000;

export function createFairQueue<T extends Waiting>(): FairQueue<T> {
  const lines = new Map<string, { item: T; place: number }[]>();
  /** Number of the last turn, by organization. */
  const served = new Map<string, number>();
  let turn = 0;

  const lastTurn = (organizationId: string): number => served.get(organizationId) ?? 0;

  function drop(organizationId: string, at: number): T {
    const line = lines.get(organizationId)!;
    const [taken] = line.splice(at, 1);
    if (line.length === 0) lines.delete(organizationId);
    return taken!.item;
  }

  return {
    add(item, place = Infinity) {
      const line = lines.get(item.organizationId) ?? [];
      lines.set(item.organizationId, line);
      line.splice(line.findLastIndex((before) => before.place <= place) + 1, 0, { item, place });
    },
    take() {
      let next: string | undefined;
      for (const organizationId of lines.keys())
        if (next === undefined || lastTurn(organizationId) < lastTurn(next)) next = organizationId;
      if (next === undefined) return undefined;
      if (served.size >= rememberedMax) served.clear();
      served.set(next, ++turn);
      return drop(next, 0);
    },
    remove(item) {
      const at = lines.get(item.organizationId)?.findIndex((waiting) => waiting.item === item) ?? -1;
      if (at >= 0) drop(item.organizationId, at);
    },
    all: () => [...lines.values()].flat().map(({ item }) => item),
  };
}
