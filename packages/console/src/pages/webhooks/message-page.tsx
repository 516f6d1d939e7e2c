import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { isHidden } from '../../data/refusals';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { AttemptList } from './attempt-list';
import { endpointKey, isMoving, refetchMs } from './endpoint';
import { MessageFacts } from './message-facts';
import { endpointPath } from './webhook-paths';
import './webhooks.css';

/** Page of a message: its state, and every attempt with request and answer. */
export function MessagePage() {
  const { endpoint: endpointId = '', message: messageId = '' } = useParams();
  const sheaf = useSheaf();
  const delivery = useQuery({
    queryKey: [...endpointKey(endpointId), 'delivery', messageId],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}', {
        params: { path: { endpoint_id: endpointId, message_id: messageId } },
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isMoving(data) ? refetchMs.moving : refetchMs.resting,
  });
  const isUnderWay = delivery.data !== undefined && isMoving(delivery.data);
  const isLasting = isHidden(delivery.error);
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
      {delivery.data !== undefined && <MessageFacts delivery={delivery.data} />}
      {!isLasting && <AttemptList endpointId={endpointId} messageId={messageId} isMoving={isUnderWay} />}
    </Page>
  );
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
      <span role="status">{resending.isSuccess && 'It is on its way again.'}</span>
    </>
  );
}
