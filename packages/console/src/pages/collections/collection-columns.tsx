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
    cell: ({ collection_name: name }) => <Link to={collectionPath(name)}>{name}</Link>,
  },
  { name: 'Description', width: '2fr', cell: ({ description }) => description ?? '–' },
  {
    name: 'Documents',
    width: '8rem',
    isNumber: true,
    cell: ({ document_count: count }) => formatCount(count),
  },
  { name: 'Created', width: '15rem', cell: ({ created_at: at }) => <Moment at={at} /> },
];
