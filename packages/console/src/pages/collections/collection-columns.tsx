import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { type Column } from '../../parts/table';
import { collectionPath } from './collection-path';

export type Collection = components['schemas']['Collection'];

export const collectionColumns: readonly Column<Collection>[] = [
  {
    name: 'Collection',
    width: '1.5fr',
    isSortable: true,
    cell: ({ collection_name: name }) => (
      <Link to={collectionPath(name)} title={name}>
        {name}
      </Link>
    ),
  },
  {
    name: 'Description',
    width: '2fr',
    cell: ({ description }) => <span title={description ?? undefined}>{description ?? '–'}</span>,
  },
  {
    name: 'Documents',
    width: '9.5rem',
    isNumber: true,
    isSortable: true,
    cell: ({ document_count: count }) => formatCount(count),
  },
  {
    name: 'Created',
    width: '9rem',
    isSortable: true,
    cell: ({ created_at: at }) => <Moment at={at} />,
  },
];
