import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { endpointPath } from '../webhooks/webhook-paths';
import { Panel } from './panel';

type Endpoint = components['schemas']['WebhookEndpoint'];

const refetchMs = 15_000;

/** Panel of failing endpoints. */
export function WebhooksPanel() {
  const sheaf = useSheaf();
  const query = useQuery({
    queryKey: ['home', 'webhooks'],
    queryFn: ({ signal }) => sheaf.get('/v2/webhooks/endpoints', { signal }),
    refetchInterval: refetchMs,
  });
  return (
    <Panel title="Webhooks that fail" to="/webhooks" linkName="All" query={query}>
      {({ endpoints }) => {
        const failing = endpoints.filter(isFailing);
        if (failing.length === 0)
          return (
            <p className="empty">
              {endpoints.length === 0 ? 'There is no endpoint.' : 'Every endpoint takes what it is sent.'}
            </p>
          );
        return (
          <ul>
            {failing.map((endpoint) => (
              <EndpointLine key={endpoint.endpoint_id} endpoint={endpoint} />
            ))}
          </ul>
        );
      }}
    </Panel>
  );
}

function EndpointLine({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, url, disabled, disabled_reason: reason, last_delivery: last } = endpoint;
  return (
    <li>
      <Link className="name" to={endpointPath(id)}>
        {url}
      </Link>{' '}
      <Status state={disabled ? 'disabled' : 'failed'} />
      <span className="hint">
        {reason !== null && `${reason.replaceAll('_', ' ')} · `}
        last attempt <Moment at={last?.at ?? null} />
      </span>
    </li>
  );
}

/**
 * Whether the last message to an endpoint failed, or failures have disabled it. Endpoints that a person
 * disabled do not count.
 */
const isFailing = ({ disabled_reason: reason, last_delivery: last }: Endpoint): boolean =>
  reason === 'delivery_failures' || reason === 'gone' || (reason === null && last?.status === 'failed');
