import { type Sheaf } from 'sheaf-client';
import { collectionEntry, indexEntry, type PaletteEntry } from './entry';
import { exists } from './exists';

/** Whether a text may be the name of a collection or an index. */
export const isName = (text: string): boolean => /^[A-Za-z0-9][\w-]{1,61}[A-Za-z0-9]$/.test(text);

/**
 * The collection and the index of a name, for lists that do not show all of them.
 *
 * @param partial lists in which the name may be missing; others cost no request
 */
export async function findByName(
  name: string,
  partial: { collections: boolean; indexes: boolean },
  { sheaf, signal }: { sheaf: Sheaf; signal: AbortSignal },
): Promise<PaletteEntry[]> {
  const path = { collection_name: name };
  const [isCollection, isIndex] = await Promise.all([
    partial.collections &&
      exists(() => sheaf.get('/v2/collections/{collection_name}', { params: { path }, signal })),
    // Names of indexes have no capitals.
    partial.indexes &&
      name === name.toLowerCase() &&
      exists(() => sheaf.get('/v1/indexes/{index}', { params: { path: { index: name } }, signal })),
  ]);
  return [...(isCollection ? [collectionEntry(name)] : []), ...(isIndex ? [indexEntry(name)] : [])];
}
