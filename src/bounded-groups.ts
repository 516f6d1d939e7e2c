export interface GroupBounds {
  /** Sizes of its items together; a larger item is alone. */
  sizeMax: number;
  /** Number of its items; default any. */
  countMax?: number;
}

/**
 * Groups items in order, as many to a group as the bounds let.
 *
 * @param sizeOf size of an item, in the unit of `sizeMax`
 */
export function* boundedGroups<T>(
  items: Iterable<T>,
  { sizeMax, countMax = Infinity }: GroupBounds,
  sizeOf: (item: T) => number,
): Generator<T[], undefined> {
  let group: T[] = [];
  let sum = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (group.length === countMax || (group.length > 0 && sum + size > sizeMax)) {
      yield group;
      group = [];
      sum = 0;
    }
    group.push(item);
    sum += size;
  }
  if (group.length > 0) yield group;
}

/** Groups of at most `size` items, in order; memory holds one group. */
export async function* groupsOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
