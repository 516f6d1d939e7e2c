import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { isHidden } from '../../data/refusals';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { DeliveryList } from './delivery-list';
import { endpointKey, hostOf, refetchMs } from './endpoint';
import { EndpointActions } from './endpoint-actions';
import { EndpointFacts } from './endpoint-facts';
import './webhooks.css';

/** Page of an endpoint: settings, actions, and messages. */
export function EndpointPage() {
  const { endpoint: id = '' } = useParams();
  const sheaf = useSheaf();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...endpointKey(id), 'endpoint'],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/webhooks/endpoints/{endpoint_id}', { params: { path: { endpoint_id: id } }, signal }),
    refetchInterval: refetchMs.resting,
  });
  const isLasting = isHidden(error);
  return (
    <Page
      title={data === undefined ? `Endpoint ${id}` : `Endpoint ${hostOf(data)}`}
      actions={data !== undefined && !isLasting && <EndpointActions key={id} endpoint={data} />}
    >
      <p>
        <Link to="/webhooks">All endpoints</Link>
      </p>
      {isPending && <p role="status">Reading the endpoint…</p>}
      {error !== null && <Fault error={error} {...(!isLasting && { retry: () => void refetch() })} />}
      {data !== undefined && !isLasting && (
        <>
          <EndpointFacts endpoint={data} />
          <DeliveryList key={id} endpointId={id} />
        </>
      )}
    </Page>
  );
}
