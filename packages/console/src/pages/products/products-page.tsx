import { useState } from 'react';
import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Page } from '../../layout/page';
import { EpochMoment } from '../../parts/epoch-moment';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Status } from '../../parts/status';
import { type Column, Table } from '../../parts/table';
import { CreateIndex } from './create-index';
import { indexPath } from './index-path';

type ProductIndex = components['schemas']['ProductIndex'];

const pageSize = 100;
const refetchMs = 5_000;

const columns: readonly Column<ProductIndex>[] = [
  { name: 'Index', width: '2fr', cell: ({ name }) => <Link to={indexPath(name)}>{name}</Link> },
  { name: 'State', cell: ({ status }) => <Status state={status} /> },
  { name: 'Served', isNumber: true, cell: ({ records }) => formatCount(records.served) },
  { name: 'Staged', isNumber: true, cell: ({ records }) => formatCount(records.staged) },
  { name: 'Aliases', cell: ({ aliases }) => (aliases.length === 0 ? '–' : aliases.join(', ')) },
  { name: 'Built', width: '9rem', cell: ({ build }) => <EpochMoment at={build?.built_at} /> },
  { name: 'Created', width: '9rem', cell: ({ created_at: at }) => <EpochMoment at={at} /> },
];

/** Page with the indexes of product search, sorted by name. */
export function ProductsPage() {
  const sheaf = useSheaf();
  const [isCreating, setIsCreating] = useState(false);
  const indexes = usePaged<ProductIndex, string>({
    key: ['product-indexes'],
    first: '',
    refetchMs,
    async read(cursor, signal) {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) };
      const page = await sheaf.get('/v1/indexes', { params: { query }, signal });
      return { rows: page.indexes, next: page.next_cursor ?? undefined };
    },
  });
  return (
    <Page
      title="Product indexes"
      actions={
        <button
          type="button"
          className="primary"
          onClick={() => {
            setIsCreating(true);
          }}
        >
          Create an index
        </button>
      }
    >
      {indexes.error !== null && <Fault error={indexes.error} retry={() => void indexes.refetch()} />}
      {indexes.isPending && <p role="status">Reading the indexes…</p>}
      {indexes.data !== undefined && (
        <Table
          label="Product indexes"
          columns={columns}
          rows={indexes.rows}
          rowKey={({ name }) => name}
          more={indexes.more}
          empty="There is no index yet. Create one, drop a file of records on it, and build it."
        />
      )}
      {isCreating && (
        <CreateIndex
          onClose={() => {
            setIsCreating(false);
          }}
        />
      )}
    </Page>
  );
}
