import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { type Sheaf, SheafError } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { AttemptList } from './attempt-list';
import { type Delivery, endpointKey, isMoving, refetchMs } from './endpoint';
import { MessageFacts } from './message-facts';
import { endpointPath } from './webhook-paths';
import './webhooks.css';

/** A message to an endpoint: how it stands, and every attempt with what was sent and answered. */
export function MessagePage() {
  const { endpoint: endpointId = '', message: messageId = '' } = useParams();
  const [params] = useSearchParams();
  const created = params.get('created');
  const sheaf = useSheaf();
  const delivery = useQuery({
    queryKey: [...endpointKey(endpointId), 'delivery', messageId, created],
    queryFn: ({ signal }) => findDelivery(sheaf, { endpointId, messageId, created }, signal),
    refetchInterval: ({ state: { data } }) =>
      data != null && isMoving(data) ? refetchMs.moving : refetchMs.resting,
  });
  const isUnderWay = delivery.data != null && isMoving(delivery.data);
  const isLasting =
    delivery.error instanceof SheafError && (delivery.error.status === 403 || delivery.error.status === 404);
  return (
    <Page
      title={`Message ${messageId}`}
      actions={!isLasting && <Resend endpointId={endpointId} messageId={messageId} />}
    >
      <p>
        <Link to={endpointPath(endpointId)}>The endpoint and its messages</Link>
      </p>
      {delivery.error !== null && (
        <Fault error={delivery.error} {...(!isLasting && { retry: () => void delivery.refetch() })} />
      )}
      {delivery.data != null && <MessageFacts delivery={delivery.data} />}
      {!isLasting && <AttemptList endpointId={endpointId} messageId={messageId} isMoving={isUnderWay} />}
    </Page>
  );
}

const newestMax = 100;

/**
 * The entry of a message in the list: by the time at which it was created, else among the newest ones. Null
 * where it is not found so.
 */
async function findDelivery(
  sheaf: Sheaf,
  message: { endpointId: string; messageId: string; created: string | null },
  signal: AbortSignal,
): Promise<Delivery | null> {
  const { endpointId, messageId, created } = message;
  const at = created === null ? Number.NaN : Date.parse(created);
  const query = {
    limit: newestMax,
    ...(Number.isFinite(at) && {
      from: new Date(at).toISOString(),
      to: new Date(at + 1).toISOString(),
    }),
  };
  const { deliveries } = await sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries', {
    params: { path: { endpoint_id: endpointId }, query },
    signal,
  });
  return deliveries.find(({ message_id: id }) => id === messageId) ?? null;
}

function Resend({ endpointId, messageId }: { endpointId: string; messageId: string }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const resending = useMutation({
    mutationFn: () =>
      sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}/resend', {
        params: { path: { endpoint_id: endpointId, message_id: messageId } },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: endpointKey(endpointId) }),
  });
  return (
    <>
      <span role="status">{resending.isSuccess && 'It is on its way again.'}</span>
      {resending.error !== null && <Fault error={resending.error} />}
      <button
        type="button"
        disabled={resending.isPending}
        onClick={() => {
          resending.mutate();
        }}
      >
        Send again
      </button>
    </>
  );
}
