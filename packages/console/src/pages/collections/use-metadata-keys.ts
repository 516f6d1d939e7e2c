import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';

/** Documents whose keys are read. */
const sampleSize = 100;
/** Keys that every document has, besides its custom metadata. */
const builtInKeys = ['filename', 'content_type', 'created_at', 'document_id'];

/** Keys that a filter may name: those of custom metadata of the newest documents, and the built-in ones. */
export function useMetadataKeys(collection: string): readonly string[] {
  const sheaf = useSheaf();
  const { data = [] } = useQuery({
    queryKey: ['collection', collection, 'metadata keys'],
    async queryFn({ signal }) {
      const { documents } = await sheaf.get('/v3/collections/{collection_name}/documents', {
        params: {
          path: { collection_name: collection },
          query: { limit: sampleSize, include_custom_metadata: true },
        },
        signal,
      });
      const keys = documents.flatMap(({ custom_metadata: metadata }) => Object.keys(metadata ?? {}));
      return [...new Set(keys)].toSorted((a, b) => a.localeCompare(b));
    },
    staleTime: 60_000,
  });
  return [...data, ...builtInKeys];
}
