import { useQuery } from '@tanstack/react-query';
import { type components, listItems } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';

export type Collection = components['schemas']['Collection'];

const pageSize = 200;
/** Collections that are offered; others can be named in the address. */
const offeredMax = 2_000;

/** The collections of the key, newest first. */
export function useCollections() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['collections', 'offered'],
    async queryFn({ signal }) {
      const found: Collection[] = [];
      const pages = listItems(sheaf, '/v2/collections', { params: { query: { limit: pageSize } }, signal });
      for await (const collection of pages) if (found.push(collection) === offeredMax) break;
      return found;
    },
  });
}
