import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { queryPath } from './collection-path';
import { CopyCollection } from './copy-collection';
import { DeleteCollection } from './delete-collection';
import { DocumentList } from './document-list';
import { IndexFiles } from './index-files';
import { MoveCollection } from './move-collection';
import { WipeCollection } from './wipe-collection';
import './collections.css';

/** Page of a collection: upload of files, documents, and actions on the whole collection. */
export function CollectionPage() {
  const { collectionName: name = '' } = useParams();
  const sheaf = useSheaf();
  const {
    data: collection,
    error,
    refetch,
  } = useQuery({
    queryKey: ['collection', name],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/collections/{collection_name}', { params: { path: { collection_name: name } }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <Page
      title={name}
      actions={
        <>
          <Link to="/collections">All collections</Link>
          <Link to={queryPath(name)}>Query</Link>
          {collection !== undefined && (
            <>
              <CopyCollection name={name} documentCount={collection.document_count} />
              <WipeCollection name={name} documentCount={collection.document_count} />
              <MoveCollection collection={collection} />
              <DeleteCollection name={name} documentCount={collection.document_count} />
            </>
          )}
        </>
      }
    >
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {collection !== undefined && (
        <>
          {collection.description !== null && <p className="long">{collection.description}</p>}
          <p className="hint">
            {formatThings(collection.document_count, 'document')} · {collection.environment} · embedding model{' '}
            {collection.embedding_model} · created <Moment at={collection.created_at} />
          </p>
          <IndexFiles key={`files ${name}`} collection={name} />
          <DocumentList key={`documents ${name}`} collection={name} />
        </>
      )}
    </Page>
  );
}
