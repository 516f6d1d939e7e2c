import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { PageRegions } from './page-regions';
import { PageTurner } from './page-turner';
import { type DocumentChunk } from './use-document-chunks';

/** One page of a document, with buttons for the other pages. */
export function PageView(props: {
  collection: string;
  documentId: string;
  page: number;
  pageCount: number;
  chunks: readonly DocumentChunk[];
  selected: DocumentChunk | undefined;
  select: (chunk: DocumentChunk) => void;
  turnTo: (page: number) => void;
}) {
  const { collection, documentId, page, pageCount, chunks, selected, select, turnTo } = props;
  const sheaf = useSheaf();
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', collection, 'document', documentId, 'page', page],
    queryFn: ({ signal }) =>
      sheaf.get('/v3/collections/{collection_name}/documents/{document_id}/pages/{page_number}', {
        params: {
          path: { collection_name: collection, document_id: documentId, page_number: page },
          query: { include_regions: true },
        },
        signal,
      }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label="Page" className="page-view">
      <PageTurner page={page} pageCount={pageCount} turnTo={turnTo} />
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <PageRegions
            collection={collection}
            page={data}
            chunks={chunks}
            selected={selected}
            select={select}
          />
          <p className="hint">
            Regions stand where the file has them. The API has no picture of a whole page, so that text is
            drawn in the place of its region, and pictures where they could be taken out of the file.
          </p>
        </>
      )}
    </section>
  );
}
