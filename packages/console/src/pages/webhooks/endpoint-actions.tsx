import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { ChangeEndpoint } from './change-endpoint';
import { type Endpoint, endpointKey, endpointsKey, hostOf } from './endpoint';
import { Recover } from './recover';
import { RotateSecret } from './rotate-secret';
import { SendTest } from './send-test';

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, disabled } = endpoint;
  return (
    <>
      <SendTest endpointId={id} disabled={disabled} />
      <Recover endpointId={id} disabled={disabled} />
      <ChangeEndpoint endpoint={endpoint} />
      <SwitchEndpoint endpoint={endpoint} />
      <RotateSecret endpoint={endpoint} />
      <DeleteEndpoint endpoint={endpoint} />
    </>
  );
}

function SwitchEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, disabled } = endpoint;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  return (
    <Confirm
      look={disabled ? 'primary' : 'danger'}
      label={disabled ? 'Enable' : 'Disable'}
      title={`${disabled ? 'Enable' : 'Disable'} the endpoint ${hostOf(endpoint)}`}
      confirmLabel={disabled ? 'Enable it' : 'Disable it'}
      consequence={
        disabled ? (
          <p>
            Jobs that end from now on are told. Nothing of the time in between is sent, and nothing that
            failed before: that is what Recover is for.
          </p>
        ) : (
          <p>
            Nothing is sent any more. Messages that wait for an attempt end as failed. The endpoint will not
            hear of jobs that end while it is disabled.
          </p>
        )
      }
      act={async () => {
        await sheaf.patch('/v2/webhooks/endpoints/{endpoint_id}', {
          params: { path: { endpoint_id: id } },
          body: { disabled: !disabled },
        });
        await queries.invalidateQueries({ queryKey: endpointKey(id) });
        await queries.invalidateQueries({ queryKey: endpointsKey });
      }}
    />
  );
}

function DeleteEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, url } = endpoint;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Confirm
      label="Delete"
      title={`Delete the endpoint ${hostOf(endpoint)}`}
      confirmLabel={`Delete endpoint ${hostOf(endpoint)}`}
      name={hostOf(endpoint)}
      consequence={
        <p className="long">
          {url} gets nothing any more. The history of its messages goes with it, for good, and what waits for
          an attempt ends at once.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/webhooks/endpoints/{endpoint_id}', {
          params: { path: { endpoint_id: id } },
        });
        await navigate('/webhooks');
        queries.removeQueries({ queryKey: endpointKey(id) });
        await queries.invalidateQueries({ queryKey: endpointsKey });
      }}
    />
  );
}
