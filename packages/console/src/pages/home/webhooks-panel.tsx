import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { disabledReasons } from '../webhooks/endpoint';
import { endpointPath } from '../webhooks/webhook-paths';
import { Panel } from './panel';

type Endpoint = components['schemas']['WebhookEndpoint'];

const refetchMs = 15_000;

/** Endpoints whose last message failed, or that failures have disabled. */
export function useFailingEndpoints() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['home', 'webhooks'],
    queryFn: ({ signal }) => sheaf.get('/v2/webhooks/endpoints', { signal }),
    refetchInterval: refetchMs,
    select: ({ endpoints }) => endpoints.filter(isFailing),
  });
}

/** Panel of failing endpoints; nothing without one. */
export function WebhooksPanel({ failing }: { failing: readonly Endpoint[] }) {
  if (failing.length === 0) return null;
  return (
    <Panel
      title="Webhooks that fail"
      links={
        <span className="panel-links">
          <Link to="/webhooks">All webhooks</Link>
        </span>
      }
    >
      <ul>
        {failing.map((endpoint) => (
          <EndpointLine key={endpoint.endpoint_id} endpoint={endpoint} />
        ))}
      </ul>
    </Panel>
  );
}

function EndpointLine({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, url, disabled, disabled_reason: reason, last_delivery: last } = endpoint;
  return (
    <li>
      <div className="panel-line">
        <Link to={endpointPath(id)}>{url}</Link>
        <Status state={disabled ? 'disabled' : 'failed'} />
        <span className="hint">
          <Moment at={last?.at ?? null} />
        </span>
      </div>
      {reason !== null && <span className="hint">{disabledReasons[reason]}</span>}
    </li>
  );
}

/**
 * Whether the last message to an endpoint failed, or failures have disabled it. Endpoints that a person
 * disabled do not count.
 */
const isFailing = ({ disabled_reason: reason, last_delivery: last }: Endpoint): boolean =>
  reason === 'delivery_failures' || reason === 'gone' || (reason === null && last?.status === 'failed');
