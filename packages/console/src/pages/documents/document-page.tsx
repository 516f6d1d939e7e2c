import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Confirm } from '../../parts/confirm';
import { Fault } from '../../parts/fault';
import { formatBytes, formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type DocumentHead } from '../collections/document-columns';
import { collectionPath, documentPath } from '../collections/collection-path';
import { DocumentContent } from './document-content';
import { MetadataEditor } from './metadata-editor';
import './documents.css';

export function DocumentPage() {
  const { collectionName: collection = '', documentId = '' } = useParams();
  const sheaf = useSheaf();
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    queryKey: ['collection', collection, 'document', documentId],
    queryFn: ({ signal }) => readHead(sheaf, collection, documentId, signal),
    refetchInterval: ({ state: { data } }) => (data?.indexing_status === 'processing' ? 1_000 : false),
  });
  return (
    <Page
      title={document?.filename ?? 'Document'}
      actions={
        <>
          <Link to={collectionPath(collection)}>{collection}</Link>
          {document?.job_id != null && <MaskingLink document={document} jobId={document.job_id} />}
          {document != null && <RemoveDocument document={document} />}
        </>
      }
    >
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {document === null && <p className="empty">The collection has no such document.</p>}
      {document != null && (
        <>
          <DocumentFacts document={document} />
          <MetadataEditor
            key={documentId}
            collection={collection}
            documentId={documentId}
            metadata={document.custom_metadata ?? {}}
          />
          {document.indexing_status === 'indexed' && (
            <DocumentContent
              collection={collection}
              documentId={documentId}
              pageCount={document.page_count}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Link to the masking report of the document; nothing when its job has none. */
function MaskingLink({ document, jobId }: { document: DocumentHead; jobId: string }) {
  const sheaf = useSheaf();
  const { data: job } = useQuery({
    queryKey: ['job', jobId, 'head'],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      sheaf.get('/v2/jobs/{job_id}', {
        params: { path: { job_id: jobId }, query: { files_limit: 1 } },
        signal,
      }),
  });
  if (job?.pii_report?.state !== 'retained') return null;
  const { collection_name: collection, document_id: id } = document;
  return <Link to={`${documentPath(collection, id)}/masking`}>Masking report</Link>;
}

/** The document as lists return it, since the single read returns thousands of chunks too. Null for none. */
async function readHead(
  sheaf: Sheaf,
  collection: string,
  documentId: string,
  signal: AbortSignal,
): Promise<DocumentHead | null> {
  const { documents } = await sheaf.post('/v3/collections/{collection_name}/documents/search', {
    params: { path: { collection_name: collection } },
    body: {
      metadata_filter: { document_id: documentId },
      limit: 1,
      offset: 0,
      include_custom_metadata: true,
    },
    signal,
  });
  return documents[0] ?? null;
}

function DocumentFacts({ document }: { document: DocumentHead }) {
  const { page_count: pages, source, job_id: job, tags, summary } = document;
  return (
    <>
      <p className="hint">
        <Status state={document.indexing_status} /> · {document.file_type}, {formatBytes(document.file_size)}{' '}
        · {pages !== null && `${formatThings(pages, 'page')} · `}
        {formatThings(document.chunk_count, 'chunk')}
        {document.has_ocr && ' · text was recognised in pictures'} · created{' '}
        <Moment at={document.created_at} />
        {job !== null && (
          <>
            {' '}
            ·{' '}
            <Link to={`/jobs/documents/${encodeURIComponent(job)}`}>
              <code>{job}</code>
            </Link>
          </>
        )}
        {source.uri !== null && (
          <>
            {' '}
            · from <span className="long">{source.uri}</span>
          </>
        )}
      </p>
      {summary !== null && <p>{summary}</p>}
      {tags.length > 0 && <p className="hint">Tags: {tags.join(', ')}</p>}
    </>
  );
}

function RemoveDocument({ document }: { document: DocumentHead }) {
  const { collection_name: collection, document_id: id, filename, chunk_count: chunks } = document;
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Confirm
      label="Remove"
      title={`Remove ${filename}?`}
      confirmLabel="Remove the document"
      name={filename}
      consequence={
        <p>
          The document is removed with its {formatThings(chunks, 'chunk')}, its metadata and the relations
          that start in it. This cannot be undone. Copies of the collection keep it.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/collections/{collection_name}/documents/{document_id}', {
          params: { path: { collection_name: collection, document_id: id } },
        });
        await navigate(collectionPath(collection));
        await queries.invalidateQueries({ queryKey: ['collection', collection] });
      }}
    />
  );
}
