import { SearchIndexMissing } from '../../elastic/search-unavailable';
import { type WriteContext } from './write-context';

/**
 * Makes the index that a namespace lies in where it is missing. One that should hold chunks by the records is
 * lost: an empty one in its place would hide that, so that only a rebuild makes it again.
 *
 * @throws SearchIndexMissing, NoRoomForIndex
 */
export async function ensureIndex(
  { search, filledNamespaces }: Pick<WriteContext, 'search' | 'filledNamespaces'>,
  namespace: string,
  dimensions: number,
): Promise<void> {
  if (await search.isThere(namespace)) return;
  // Another writer may have made and filled it since it was looked for.
  if ((await filledNamespaces.fillsIndex(namespace)) && !(await search.isThere(namespace)))
    throw new SearchIndexMissing();
  await search.ensure(namespace, dimensions);
}
