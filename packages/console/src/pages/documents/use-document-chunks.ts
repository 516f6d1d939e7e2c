import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePortions } from '../../data/use-portions';

export type DocumentChunk = components['schemas']['Chunk'];
export type Region = components['schemas']['Region'];

const pageSize = 200;
const portion = 2_000;

/** Chunks of a document in their order, with their regions. */
export function useDocumentChunks(collection: string, documentId: string) {
  const sheaf = useSheaf();
  return usePortions({
    key: ['collection', collection, 'document', documentId, 'chunks'],
    portion,
    async read(cursor, signal) {
      const page = await sheaf.get('/v3/collections/{collection_name}/chunks', {
        params: {
          path: { collection_name: collection },
          query: { document_id: documentId, limit: pageSize, cursor, include_regions: true },
        },
        signal,
      });
      return { items: page.chunks, next: page.next_cursor, total: page.total_results };
    },
  });
}
