import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Fault } from '../../parts/fault';
import { AttemptCard } from './attempt-card';
import { type Attempt, endpointKey, refetchMs } from './endpoint';

const pageSize = 25;

export function AttemptList(props: { endpointId: string; messageId: string; isMoving: boolean }) {
  const { endpointId, messageId, isMoving } = props;
  const sheaf = useSheaf();
  const attempts = usePaged<Attempt, string>({
    key: [...endpointKey(endpointId), 'attempts', messageId],
    first: '',
    refetchMs: isMoving ? refetchMs.moving : refetchMs.resting,
    async read(cursor, signal) {
      const page = await sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}/attempts', {
        params: {
          path: { endpoint_id: endpointId, message_id: messageId },
          query: { limit: pageSize, ...(cursor !== '' && { cursor }) },
        },
        signal,
      });
      return { rows: page.attempts, next: page.next_cursor ?? undefined };
    },
  });
  return (
    <section aria-label="Attempts">
      <h2>Attempts</h2>
      {attempts.error !== null && <Fault error={attempts.error} retry={() => void attempts.refetch()} />}
      {attempts.isPending && <p role="status">Reading the attempts…</p>}
      {attempts.data !== undefined && attempts.rows.length === 0 && (
        <p className="empty">None was made yet.</p>
      )}
      <ol className="attempts">
        {attempts.rows.map((attempt) => (
          <AttemptCard key={attempt.attempt_id} attempt={attempt} />
        ))}
      </ol>
      {attempts.hasNextPage && (
        <button type="button" disabled={attempts.isFetching} onClick={attempts.more}>
          Earlier attempts
        </button>
      )}
    </section>
  );
}
