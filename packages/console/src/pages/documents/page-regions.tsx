import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { PageSheet } from './page-sheet';
import { type DocumentChunk, type Region } from './use-document-chunks';

/** Most figures whose pictures are requested at once. */
const figuresMax = 100;
/** Lifetime of links to pictures; new ones are requested before it ends. */
const linkSeconds = 3_600;

/** A page drawn from its regions. A click on a region selects its chunk. */
export function PageRegions(props: {
  collection: string;
  page: components['schemas']['DocumentPage'];
  chunks: readonly DocumentChunk[];
  selected: DocumentChunk | undefined;
  select: (chunk: DocumentChunk) => void;
}) {
  const { collection, page, chunks, selected, select } = props;
  const pictures = usePictures(collection, page.document_id, page.regions ?? []);
  const chunkOf = useMemo(() => chunksByRegion(chunks, page.page_number), [chunks, page.page_number]);
  return (
    <PageSheet
      page={page}
      pictures={pictures}
      isSelected={({ region_id: id }) =>
        selected !== undefined && chunkOf.get(id)?.chunk_id === selected.chunk_id
      }
      selectOf={({ region_id: id }) => {
        const chunk = chunkOf.get(id);
        return (
          chunk &&
          (() => {
            select(chunk);
          })
        );
      }}
    />
  );
}

/** The chunk of each region of a page. */
function chunksByRegion(chunks: readonly DocumentChunk[], page: number): ReadonlyMap<string, DocumentChunk> {
  return new Map(
    chunks.flatMap((chunk) =>
      (chunk.regions ?? [])
        .filter((region) => region.page === page)
        .map((region) => [region.region_id, chunk] as const),
    ),
  );
}

/** Links to the pictures of figures that the service has. */
function usePictures(
  collection: string,
  documentId: string,
  regions: readonly Region[],
): ReadonlyMap<string, string> {
  const sheaf = useSheaf();
  const ids = [...new Set(regions.flatMap(({ figure_id: id }) => id ?? []))].slice(0, figuresMax);
  const { data } = useQuery({
    queryKey: ['collection', collection, 'document', documentId, 'figures', ids],
    enabled: ids.length > 0,
    staleTime: (linkSeconds / 2) * 1_000,
    queryFn: ({ signal }) =>
      sheaf.post('/v3/collections/{collection_name}/documents/{document_id}/asset-urls', {
        params: { path: { collection_name: collection, document_id: documentId } },
        body: { asset_ids: ids, ttl_seconds: linkSeconds },
        signal,
      }),
  });
  return useMemo(
    () =>
      new Map(
        data?.assets.flatMap((asset) =>
          asset.status === 'ok' ? [[asset.asset_id, asset.url] as const] : [],
        ),
      ),
    [data],
  );
}
