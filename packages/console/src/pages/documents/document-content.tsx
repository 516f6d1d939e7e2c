import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { ChunkList } from './chunk-list';
import { ChunkText } from './chunk-text';
import { PageView } from './page-view';
import { type DocumentChunk, useDocumentChunks } from './use-document-chunks';

/** Pages of a document next to their chunks; only the chunks when the document has no pages. */
export function DocumentContent(props: { collection: string; documentId: string; pageCount: number | null }) {
  const { collection, documentId, pageCount } = props;
  const { items: chunks, total, ...read } = useDocumentChunks(collection, documentId);
  const [address, setAddress] = useSearchParams();
  const selected = chunks.find(({ chunk_index: index }) => String(index) === address.get('chunk'));
  const { isPartial, readMore } = read;
  const isSought = address.has('chunk') && selected === undefined;
  useEffect(() => {
    if (isSought && isPartial) readMore();
  });
  const page = Math.min(Math.max(Number(address.get('page') ?? 1) || 1, 1), pageCount ?? 1) - 1;

  function open(toPage: number, chunk: DocumentChunk | null) {
    setAddress(
      { page: String(toPage + 1), ...(chunk !== null && { chunk: String(chunk.chunk_index) }) },
      { replace: true },
    );
  }
  const select = (chunk: DocumentChunk) => {
    open(isOnPage(chunk, page) ? page : (chunk.location.page_start ?? page), chunk);
  };

  return (
    <>
      {read.error !== null && <Fault error={read.error} retry={() => void read.refetch()} />}
      {chunks.length < total && (
        <p role="status" className="hint">
          {formatCount(chunks.length)} of {formatThings(total, 'chunk')} are shown.{' '}
          {isPartial && (
            <button type="button" onClick={readMore}>
              Read on
            </button>
          )}
        </p>
      )}
      <div className={pageCount === null ? 'document-content' : 'document-content paged'}>
        {pageCount !== null && (
          <PageView
            collection={collection}
            documentId={documentId}
            page={page}
            pageCount={pageCount}
            chunks={chunks}
            selected={selected}
            select={select}
            turnTo={(other) => {
              open(other, null);
            }}
          />
        )}
        <div className="stack">
          <ChunkList
            chunks={pageCount === null ? chunks : chunks.filter((chunk) => isOnPage(chunk, page))}
            title={pageCount === null ? 'Chunks' : `Chunks of page ${formatCount(page + 1)}`}
            selected={selected}
            select={select}
          />
          {selected === undefined ? (
            <p className="empty">
              Select a chunk{pageCount !== null && ' or a region of the page'} to see it here.
            </p>
          ) : (
            <ChunkText chunk={selected} />
          )}
        </div>
      </div>
    </>
  );
}

function isOnPage({ location: { page_start: start, page_end: end } }: DocumentChunk, page: number): boolean {
  return start !== null && start <= page && page <= (end ?? start);
}
