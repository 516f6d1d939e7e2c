import { useQueryClient } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { useAddressFields } from '../../data/use-address-fields';
import { Page } from '../../layout/page';
import { DeleteMany } from '../../parts/delete-many';
import { Fault } from '../../parts/fault';
import { formatThings } from '../../parts/format';
import { selectionColumn } from '../../parts/selection-column';
import { Table } from '../../parts/table';
import { useSelection } from '../../parts/use-selection';
import { type Collection, collectionColumns } from './collection-columns';
import { foundCollections } from './collection-order';
import { CreateCollection } from './create-collection';
import { NameSearch } from './name-search';
import { useCollections } from './use-collections';
import './collections.css';

/** Collections of the environment of the key: searched by name, sorted, and deleted, several at once too. */
export function CollectionsPage() {
  const { data, error, isPending, refetch } = useCollections();
  return (
    <Page title="Collections" actions={<CreateCollection />}>
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {isPending && <p role="status">Reading the collections…</p>}
      {data !== undefined && <CollectionTable collections={data} />}
    </Page>
  );
}

function CollectionTable({ collections }: { collections: readonly Collection[] }) {
  const [{ search, sort, order }, change, changeOf] = useAddressFields(['search', 'sort', 'order']);
  const by = sort === '' ? 'Collection' : sort;
  const sorted = { by, isDescending: order === 'desc' };
  const found = foundCollections(collections, search, sorted);
  const selection = useSelection(found, ({ collection_id: id }) => id);
  if (collections.length === 0)
    return <p className="empty">There is no collection yet. Create one, then drop files into it.</p>;
  return (
    <>
      <div className="section-head">
        <NameSearch
          label="Search collections"
          value={search}
          found={found.length}
          of={collections.length}
          onChange={changeOf('search')}
        />
        <DeleteCollections collections={selection.selected} />
      </div>
      <Table
        label="Collections"
        columns={[selectionColumn(selection, ({ collection_name: name }) => name), ...collectionColumns]}
        rows={found}
        rowKey={({ collection_id: id }) => id}
        sort={sorted}
        onSort={({ by: next, isDescending }) => {
          change({ sort: next, order: isDescending ? 'desc' : '' });
        }}
        empty="No collection has this in its name."
      />
    </>
  );
}

/** Button that deletes the selected collections. */
function DeleteCollections({ collections }: { collections: readonly Collection[] }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const documents = collections.reduce((sum, { document_count: count }) => sum + count, 0);
  return (
    <DeleteMany
      thing="collection"
      items={collections.map(({ collection_name: name, document_count: count }) => ({
        id: name,
        name,
        ...(count > 0 && { note: formatThings(count, 'document') }),
      }))}
      consequence={
        <p>
          {formatThings(collections.length, 'collection')} with {formatThings(documents, 'document')}{' '}
          {collections.length === 1 ? 'is' : 'are'} deleted, and jobs in them are cancelled. This cannot be
          undone. Copies are not touched.
        </p>
      }
      remove={(name) =>
        sheaf.delete('/v2/collections/{collection_name}', { params: { path: { collection_name: name } } })
      }
      onEnd={() => queries.invalidateQueries({ queryKey: ['collections'] })}
    />
  );
}
