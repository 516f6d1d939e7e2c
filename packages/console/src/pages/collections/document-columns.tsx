import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatBytes, formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';
import { documentPath } from './collection-path';

export type DocumentHead = components['schemas']['Document'];

export const documentColumns: readonly Column<DocumentHead>[] = [
  {
    name: 'Document',
    width: '2fr',
    cell: ({ collection_name: collection, document_id: id, filename }) => (
      <Link to={documentPath(collection, id)} title={filename}>
        {filename}
      </Link>
    ),
  },
  { name: 'State', width: '8rem', cell: ({ indexing_status: state }) => <Status state={state} /> },
  { name: 'Type', width: '5rem', cell: ({ file_type: type }) => type },
  { name: 'Size', width: '7rem', isNumber: true, cell: ({ file_size: size }) => formatBytes(size) },
  {
    name: 'Pages',
    width: '5rem',
    isNumber: true,
    cell: ({ page_count: pages }) => (pages === null ? '–' : formatCount(pages)),
  },
  {
    name: 'Chunks',
    width: '6rem',
    isNumber: true,
    cell: ({ chunk_count: chunks }) => formatCount(chunks),
  },
  { name: 'Created', width: '9rem', cell: ({ created_at: at }) => <Moment at={at} /> },
];
