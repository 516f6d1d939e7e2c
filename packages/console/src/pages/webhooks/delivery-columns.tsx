import { Link } from 'react-router';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';
import { type Delivery } from './endpoint';
import { messagePath } from './webhook-paths';

/** Columns of the list of messages to an endpoint. */
export const deliveryColumns = (endpointId: string): readonly Column<Delivery>[] => [
  { name: 'Created', width: '9rem', cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    name: 'Message',
    width: 'minmax(9rem, 2fr)',
    cell: ({ message_id: id }) => (
      <Link to={messagePath(endpointId, id)}>
        <code>{id}</code>
      </Link>
    ),
  },
  {
    name: 'Event',
    width: 'minmax(13.5rem, 1fr)',
    cell: ({ event_type: type, test }) => (test ? `${type} (test)` : type),
  },
  { name: 'State', width: '8rem', cell: ({ status }) => <Status state={status} /> },
  { name: 'Attempts', width: '7rem', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
  { name: 'Next attempt', width: 'minmax(9rem, 15rem)', cell: (row) => <NextAttempt delivery={row} /> },
];

/** Time of the next attempt, or the reason why none is due. */
export function NextAttempt({ delivery }: { delivery: Delivery }) {
  const { next_attempt_at: at, failure_reason: reason } = delivery;
  if (at !== null) return <Moment at={at} />;
  return reason === null ? '–' : `none: ${reasons[reason]}`;
}

const reasons = {
  exhausted: 'all attempts are used up',
  endpoint_disabled: 'the endpoint was disabled',
  gone: 'the receiver said that it is gone',
  cancelled: 'an operator has ended it',
} as const;
