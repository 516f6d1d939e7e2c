export interface GroupBounds {
  /** Largest sum of the sizes of its items; a larger item is alone. */
  sizeMax: number;
  /** Most items; default any number. */
  countMax?: number;
}

/**
 * Splits items into groups, in order, each as large as the bounds allow.
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

/** Splits items into groups of at most `size`, in order; holds one group in memory. */
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
