import { SearchIndexMissing } from '../../elastic/search-unavailable';
import { type WriteContext } from './write-context';

/**
 * Creates the index of a namespace if it is missing. If MongoDB has chunks for it, the index is lost: an
 * empty one would hide that, so that only a rebuild creates it.
 *
 * @throws SearchIndexMissing, NoRoomForIndex
 */
export async function ensureIndex(
  { search, filledNamespaces }: Pick<WriteContext, 'search' | 'filledNamespaces'>,
  namespace: string,
  dimensions: number,
): Promise<void> {
  if (await search.isThere(namespace)) return;
  // Another writer may have created and filled it since the check.
  if ((await filledNamespaces.fillsIndex(namespace)) && !(await search.isThere(namespace)))
    throw new SearchIndexMissing();
  await search.ensure(namespace, dimensions);
}
