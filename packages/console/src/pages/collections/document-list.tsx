import { useSheaf } from '../../data/data-provider';
import { useAddressFields } from '../../data/use-address-fields';
import { usePaged } from '../../data/use-paged';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Table } from '../../parts/table';
import { type DocumentHead, documentColumns } from './document-columns';
import { FilterForm, filterProblem } from './filter-form';

const pageSize = 500;
const refetchMs = 10_000;
/** Longest list that is refetched automatically; each refetch of a long one takes many requests. */
const refetchedMax = 1_000;

/** Documents of a collection, newest first, or those that match a metadata filter. */
export function DocumentList(props: { collection: string; documentCount: number }) {
  const { collection, documentCount } = props;
  const sheaf = useSheaf();
  const [{ filter }, , changeOf] = useAddressFields(['filter']);
  const documents = usePaged<DocumentHead, number>({
    key: ['collection', collection, 'documents', filter],
    first: 0,
    ...(documentCount <= refetchedMax && { refetchMs }),
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
  const problem = filterProblem(documents.error);
  return (
    <section aria-label="Documents of the collection">
      <div className="section-head">
        <h2>
          Documents
          {documents.total !== undefined && <span className="hint"> {formatCount(documents.total)}</span>}
        </h2>
        <FilterForm applied={filter} apply={changeOf('filter')} problem={problem} />
      </div>
      {documents.error !== null && problem === undefined && (
        <Fault error={documents.error} retry={() => void documents.refetch()} />
      )}
      {documents.data !== undefined && (
        <Table
          label="Documents"
          columns={documentColumns}
          rows={documents.rows}
          rowKey={(document) => document.document_id}
          more={documents.more}
          empty={
            filter === ''
              ? 'The collection has no documents yet. Drop files above.'
              : 'No document has such metadata.'
          }
          {...(documents.total !== undefined && { total: documents.total })}
        />
      )}
    </section>
  );
}
