/** The first items of a list; all without a limit. Reads no more pages than they need. */
export async function firstItems<Item>(list: AsyncIterable<Item>, limit = Infinity): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length >= limit) break;
  }
  return items;
}
