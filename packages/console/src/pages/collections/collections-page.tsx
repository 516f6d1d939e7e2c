import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Table } from '../../parts/table';
import { type Collection, collectionColumns } from './collection-columns';
import { CreateCollection } from './create-collection';
import './collections.css';

const pageSize = 100;

/** Collections of the environment of the key. */
export function CollectionsPage() {
  const sheaf = useSheaf();
  const collections = usePaged<Collection, number>({
    key: ['collections'],
    first: 0,
    refetchMs: 10_000,
    async read(offset, signal) {
      const query = { limit: pageSize, offset };
      const { collections: rows, total_count: total } = await sheaf.get('/v2/collections', {
        params: { query },
        signal,
      });
      const end = offset + rows.length;
      return { rows, total, next: rows.length > 0 && end < total ? end : undefined };
    },
  });
  return (
    <Page title="Collections" actions={<CreateCollection />}>
      {collections.error !== null && (
        <Fault error={collections.error} retry={() => void collections.refetch()} />
      )}
      {collections.data !== undefined && (
        <Table
          label="Collections"
          columns={collectionColumns}
          rows={collections.rows}
          rowKey={(collection) => collection.collection_id}
          more={collections.more}
          empty="There is no collection yet. Create one, then drop files into it."
          {...(collections.total !== undefined && { total: collections.total })}
        />
      )}
    </Page>
  );
}
