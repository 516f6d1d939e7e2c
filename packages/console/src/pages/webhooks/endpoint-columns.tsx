import { Link } from 'react-router';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';
import { type Endpoint } from './endpoint';
import { EndpointState } from './endpoint-state';
import { RecentFailures } from './recent-failures';
import { endpointPath } from './webhook-paths';

export const endpointColumns: readonly Column<Endpoint>[] = [
  {
    name: 'Address',
    width: 'minmax(12rem, 3fr)',
    cell: ({ endpoint_id: id, url }) => (
      <Link to={endpointPath(id)} title={url}>
        {url}
      </Link>
    ),
  },
  {
    name: 'Description',
    width: '2fr',
    cell: ({ description }) => <span title={description ?? undefined}>{description ?? '–'}</span>,
  },
  { name: 'State', width: 'minmax(9rem, 15rem)', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { name: 'Failed, 24 h', width: '8.5rem', isNumber: true, cell: (row) => <RecentFailures endpoint={row} /> },
  {
    name: 'Last attempt',
    width: '9rem',
    cell: ({ last_delivery: last }) => <Moment at={last?.at ?? null} />,
  },
  {
    name: 'Outcome',
    width: '7.5rem',
    cell: ({ last_delivery: last }) => (last === null ? 'none yet' : <Status state={last.status} />),
  },
];
