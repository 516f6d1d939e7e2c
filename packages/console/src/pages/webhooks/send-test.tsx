import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { endpointKey, eventTypes } from './endpoint';
import { messagePath } from './webhook-paths';

/** Button that sends a message with placeholder ids, then opens its page. */
export function SendTest({ endpointId, disabled }: { endpointId: string; disabled: boolean }) {
  return (
    <DialogButton label="Send a test" className="primary" disabled={disabled}>
      {(close) => <TestDialog endpointId={endpointId} close={close} />}
    </DialogButton>
  );
}

function TestDialog({ endpointId, close }: { endpointId: string; close: () => void }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [eventType, setEventType] = useState<(typeof eventTypes)[number]>('job.completed');
  const sending = useMutation({
    mutationFn: () =>
      sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/test', {
        params: { path: { endpoint_id: endpointId } },
        body: { event_type: eventType },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointKey(endpointId) }),
  });
  return (
    <Dialog title="Send a test" onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <p>
          A signed message with placeholder ids and <code>data.test</code> goes to this endpoint, whatever its
          filter. It has three attempts. Its failures do not count towards disabling the endpoint.
        </p>
        <Field label="Event">
          {(control) => (
            <select
              {...control}
              value={eventType}
              onChange={({ target: { value } }) => {
                setEventType(eventTypes.find((type) => type === value) ?? 'job.completed');
              }}
            >
              {eventTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          )}
        </Field>
        {sending.error !== null && <Fault error={sending.error} />}
        <p role="status">
          {sending.data !== undefined && (
            <>
              It is on its way:{' '}
              <Link to={messagePath(endpointId, sending.data.message_id)} onClick={close}>
                {sending.data.message_id}
              </Link>
            </>
          )}
        </p>
        <div className="actions">
          <button type="button" onClick={close}>
            {sending.data === undefined ? 'Back' : 'Close'}
          </button>
          <button type="submit" className="primary" disabled={sending.isPending}>
            {sending.data === undefined ? 'Send' : 'Send another one'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
