import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { isForbidden } from '../../data/refusals';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Table } from '../../parts/table';
import { CreateEndpoint } from './create-endpoint';
import { endpointColumns } from './endpoint-columns';
import { endpointsKey, refetchMs } from './endpoint';
import './webhooks.css';

/** Page with the endpoints of the organization, in all environments. */
export function WebhooksPage() {
  const sheaf = useSheaf();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: endpointsKey,
    queryFn: ({ signal }) => sheaf.get('/v2/webhooks/endpoints', { signal }),
    refetchInterval: refetchMs.resting,
  });
  const lacksRight = isForbidden(error);
  return (
    <Page title="Webhooks" actions={!lacksRight && <CreateEndpoint />}>
      <p className="hint">
        An endpoint receives an event when an indexing job ends. All endpoints of the organization are listed,
        whatever the environment of the key.
      </p>
      {error !== null && <Fault error={error} {...(!lacksRight && { retry: () => void refetch() })} />}
      {isPending && <p role="status">Reading the endpoints…</p>}
      {data !== undefined && (
        <Table
          label="Endpoints"
          columns={endpointColumns}
          rows={data.endpoints}
          rowKey={({ endpoint_id: id }) => id}
          empty="There is no endpoint yet. Create one, then send it a test."
        />
      )}
    </Page>
  );
}
