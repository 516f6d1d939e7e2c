import { CopyId } from '../../parts/copy-id';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { NextAttempt } from './delivery-columns';
import { type Delivery } from './endpoint';

/** State of a message. */
export function MessageFacts({ delivery }: { delivery: Delivery }) {
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd aria-live="polite">
        <Status state={delivery.status} />
      </dd>
      <dt>Event</dt>
      <dd>
        {delivery.event_type}
        {delivery.test && ' (test)'} · <CopyId id={delivery.event_id} />
      </dd>
      <dt>Created</dt>
      <dd>
        <Moment at={delivery.created_at} />
      </dd>
      <dt>Attempts so far</dt>
      <dd>{formatCount(delivery.attempts)}</dd>
      <dt>Next attempt</dt>
      <dd>
        <NextAttempt delivery={delivery} />
      </dd>
    </dl>
  );
}
