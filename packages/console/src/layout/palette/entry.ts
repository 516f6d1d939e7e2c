/** Something that the palette leads to. */
export interface PaletteEntry {
  /** Address of its page within the console. */
  to: string;
  name: string;
  /** Heading above it and its neighbours. */
  group: 'By id' | 'Recent' | 'Pages' | 'Collections' | 'Product indexes';
}

export const collectionEntry = (name: string): PaletteEntry => ({
  to: `/collections/${encodeURIComponent(name)}`,
  name,
  group: 'Collections',
});

export const indexEntry = (name: string): PaletteEntry => ({
  to: `/products/indexes/${encodeURIComponent(name)}`,
  name,
  group: 'Product indexes',
});

/** Most entries of a group. */
const groupMax = 6;
const groupOrder: readonly PaletteEntry['group'][] = [
  'By id',
  'Recent',
  'Pages',
  'Collections',
  'Product indexes',
];

/**
 * The entries whose names have all words of a text, those first that begin with it, then those with a word
 * that does. A group keeps its place and at most six entries; an address stands once.
 */
export function matchingEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const seen = new Set<string>();
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => one.rank! - other.rank!)
    .map(({ entry }) => entry);
  return groupOrder.flatMap((group) =>
    ranked
      .filter((entry) => entry.group === group && !seen.has(entry.to))
      .slice(0, groupMax)
      .map((entry) => {
        seen.add(entry.to);
        return entry;
      }),
  );
}

/** 0 for the beginning of the name, 1 for the beginning of a word, 2 for any place; null for no match. */
function rankOf({ name, group }: PaletteEntry, words: readonly string[]): number | null {
  // The service has found an entry by its id, so the words need not be in its name.
  if (group === 'By id' || words.length === 0) return 0;
  const low = name.toLowerCase();
  if (!words.every((word) => low.includes(word))) return null;
  if (low.startsWith(words[0]!)) return 0;
  return low.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(words[0]!)) ? 1 : 2;
}
