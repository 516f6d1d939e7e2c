import { useQueryClient } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { useAddressFields } from '../../data/use-address-fields';
import { usePaged } from '../../data/use-paged';
import { DeleteMany } from '../../parts/delete-many';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { selectionColumn } from '../../parts/selection-column';
import { Table } from '../../parts/table';
import { useSelection } from '../../parts/use-selection';
import { type DocumentHead, documentColumns } from './document-columns';
import { FilterForm, filterProblem } from './filter-form';
import { useMetadataKeys } from './use-metadata-keys';

const pageSize = 500;
const refetchMs = 10_000;
/** Longest list that is refetched automatically; each refetch of a long one takes many requests. */
const refetchedMax = 1_000;

/** Documents of a collection, newest first, or those that match a metadata filter. */
export function DocumentList({ collection }: { collection: string }) {
  const sheaf = useSheaf();
  const [{ filter }, , changeOf] = useAddressFields(['filter']);
  const documents = usePaged<DocumentHead, number>({
    key: ['collection', collection, 'documents', filter],
    first: 0,
    refetchMs: (rows) => rows.length <= refetchedMax && refetchMs,
    async read(offset, signal) {
      const query = { limit: pageSize, offset, ...(filter !== '' && { metadata_filter: filter }) };
      const { documents: rows, total_count: total } = await sheaf.get(
        '/v3/collections/{collection_name}/documents',
        { params: { path: { collection_name: collection }, query }, signal },
      );
      const end = offset + rows.length;
      return { rows, total, next: rows.length > 0 && end < total ? end : undefined };
    },
  });
  const keys = useMetadataKeys(collection);
  const selection = useSelection(documents.rows, ({ document_id: id }) => id);
  const problem = filterProblem(documents.error);
  return (
    <section aria-label="Documents of the collection">
      <div className="section-head">
        <h2>
          Documents
          {documents.total !== undefined && <span className="hint"> {formatCount(documents.total)}</span>}
        </h2>
        <DeleteDocuments collection={collection} documents={selection.selected} />
      </div>
      <FilterForm applied={filter} apply={changeOf('filter')} problem={problem} keys={keys} />
      {documents.error !== null && problem === undefined && (
        <Fault error={documents.error} retry={() => void documents.refetch()} />
      )}
      {documents.data !== undefined && (
        <Table
          label="Documents"
          columns={[selectionColumn(selection, ({ filename }) => filename), ...documentColumns]}
          rows={documents.rows}
          rowKey={(document) => document.document_id}
          more={documents.more}
          empty={
            filter === ''
              ? 'The collection has no documents yet. Drop files anywhere on the page.'
              : 'No document has such metadata.'
          }
          {...(documents.total !== undefined && { total: documents.total })}
        />
      )}
    </section>
  );
}

/** Button that deletes the selected documents. */
function DeleteDocuments(props: { collection: string; documents: readonly DocumentHead[] }) {
  const { collection, documents } = props;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const chunks = documents.reduce((sum, { chunk_count: count }) => sum + count, 0);
  return (
    <DeleteMany
      thing="document"
      items={documents.map(({ document_id: id, filename }) => ({ id, name: filename }))}
      consequence={
        <p>
          {formatThings(documents.length, 'document')} with {formatThings(chunks, 'chunk')}{' '}
          {documents.length === 1 ? 'is' : 'are'} deleted from {collection}, with metadata and relations. This
          cannot be undone. Copies of the collection are not touched.
        </p>
      }
      remove={(id) =>
        sheaf.delete('/v2/collections/{collection_name}/documents/{document_id}', {
          params: { path: { collection_name: collection, document_id: id } },
        })
      }
      onEnd={() => queries.invalidateQueries({ queryKey: ['collection', collection] })}
    />
  );
}
