import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSheaf } from '../../data/data-provider';
import { useAddressFields } from '../../data/use-address-fields';
import { usePaged } from '../../data/use-paged';
import { ChoiceField } from '../../parts/choice-field';
import { Fault } from '../../parts/fault';
import { MomentField } from '../../parts/moment-field';
import { Table } from '../../parts/table';
import { deliveryColumns } from './delivery-columns';
import { type Delivery, deliveryStates, endpointKey, eventTypes, isMoving, refetchMs } from './endpoint';

const pageSize = 50;
const fieldNames = ['status', 'event_type', 'from', 'to'] as const;
type Filters = Record<(typeof fieldNames)[number], string>;

/** Messages to an endpoint, newest first, filtered by the address. */
export function DeliveryList({ endpointId }: { endpointId: string }) {
  const [fields, change] = useAddressFields(fieldNames);
  const deliveries = useDeliveries(endpointId, fields);
  const attempts = deliveries.rows.reduce((sum, delivery) => sum + delivery.attempts, 0);
  const queries = useQueryClient();
  useEffect(() => {
    // The endpoint shows its last attempt, which may have changed.
    if (attempts > 0) void queries.invalidateQueries({ queryKey: [...endpointKey(endpointId), 'endpoint'] });
  }, [attempts, queries, endpointId]);
  const isFiltered = fieldNames.some((name) => fields[name] !== '');
  return (
    <>
      <h2>Messages</h2>
      <FilterRow fields={fields} change={change} />
      {deliveries.error !== null && (
        <Fault error={deliveries.error} retry={() => void deliveries.refetch()} />
      )}
      {deliveries.isPending && <p role="status">Reading the messages…</p>}
      {deliveries.data !== undefined && (
        <Table
          label="Messages"
          columns={deliveryColumns(endpointId)}
          rows={deliveries.rows}
          rowKey={({ message_id: id }) => id}
          more={deliveries.more}
          empty={
            isFiltered
              ? 'No message passes the filters.'
              : 'Nothing was sent yet. Send a test, or wait for a job to end. Messages are kept for 30 days.'
          }
        />
      )}
    </>
  );
}

function useDeliveries(endpointId: string, { status, event_type: type, from, to }: Filters) {
  const sheaf = useSheaf();
  const state = deliveryStates.find((one) => one === status);
  const eventType = eventTypes.find((one) => one === type);
  return usePaged<Delivery, string>({
    key: [...endpointKey(endpointId), 'deliveries', state, eventType, from, to],
    first: '',
    refetchMs: (rows) => (rows.some(isMoving) ? refetchMs.moving : refetchMs.resting),
    async read(cursor, signal) {
      const query = {
        limit: pageSize,
        ...(cursor !== '' && { cursor }),
        ...(state !== undefined && { status: state }),
        ...(eventType !== undefined && { event_type: eventType }),
        ...(from !== '' && { from }),
        ...(to !== '' && { to }),
      };
      const page = await sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries', {
        params: { path: { endpoint_id: endpointId }, query },
        signal,
      });
      return { rows: page.deliveries, next: page.next_cursor ?? undefined };
    },
  });
}

function FilterRow(props: { fields: Filters; change: (changes: Partial<Filters>) => void }) {
  const { fields, change } = props;
  return (
    <div className="filters filter-row">
      <ChoiceField
        label="State"
        choices={deliveryStates}
        value={fields.status}
        onChange={(status) => {
          change({ status });
        }}
      />
      <ChoiceField
        label="Event"
        choices={eventTypes}
        value={fields.event_type}
        onChange={(type) => {
          change({ event_type: type });
        }}
      />
      <MomentField
        label="Created from"
        value={fields.from}
        onChange={(from) => {
          change({ from });
        }}
      />
      <MomentField
        label="Created before"
        value={fields.to}
        onChange={(to) => {
          change({ to });
        }}
      />
    </div>
  );
}
