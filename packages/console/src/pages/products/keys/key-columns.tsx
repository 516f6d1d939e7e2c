import { Link } from 'react-router';
import { EpochMoment } from '../../../parts/epoch-moment';
import { type Column } from '../../../parts/table';
import { keyPath, type ProductKey } from './product-key';

export const keyColumns: readonly Column<ProductKey>[] = [
  {
    name: 'Name',
    width: 'minmax(8rem, 2fr)',
    cell: ({ id, name }) => (
      <Link to={keyPath(id)} title={name}>
        {name}
      </Link>
    ),
  },
  { name: 'Type', width: '6rem', cell: ({ type }) => type },
  {
    name: 'Indexes',
    width: 'minmax(6rem, 1.5fr)',
    cell: ({ indexes, type }) =>
      indexes === null ? (type === 'scoped' ? 'as its parent' : 'every one') : indexes.join(', '),
  },
  {
    name: 'Permissions',
    width: 'minmax(6rem, 2fr)',
    cell: ({ permissions }) => <span title={permissions.join(', ')}>{permissions.join(', ')}</span>,
  },
  {
    name: 'Ends',
    width: '9rem',
    cell: ({ expires_at: at }) => (at === null ? 'never' : <EpochMoment at={at} />),
  },
  {
    name: 'Last used',
    width: '9rem',
    cell: ({ last_used_at: at }) => (at === null ? 'not yet' : <EpochMoment at={at} />),
  },
];
