import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { endpointKey } from './endpoint';

type Recovery = components['schemas']['WebhookRecovery'];
/** How far a recovery is. Its answer has no state for an end, which this adds. */
export interface RecoveryState extends Omit<Recovery, 'status'> {
  status: Recovery['status'] | 'ended';
}

const refetchMs = 3_000;
const windowMs = 7 * 24 * 3_600_000;

/**
 * Starts a recovery and follows it.
 *
 * While one runs, asking for one answers how far it is. Once it has ended, asking begins another one: that
 * one is asked for the same span, in which nothing is left then that stands at failed, so that it sends
 * nothing.
 */
export function useRecovery(endpointId: string) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const ask = (span: { since: string; until?: string }, signal?: AbortSignal) =>
    sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/recover', {
      params: { path: { endpoint_id: endpointId } },
      body: span,
      ...(signal !== undefined && { signal }),
    });
  const start = useMutation({
    mutationFn: (span: { since: string; until?: string }) => ask(span),
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointKey(endpointId) }),
  });
  const started = start.data;
  const progress = useQuery<RecoveryState>({
    queryKey: ['webhook-recovery', endpointId, started?.since, started?.until],
    async queryFn({ signal }) {
      const { since, until } = started!;
      const answer = await ask({ since: withinWindow(since), until }, signal);
      if (answer.status === 'running') return answer;
      void queries.invalidateQueries({ queryKey: endpointKey(endpointId) });
      return { ...started!, resent: started!.messages, status: 'ended' };
    },
    ...(started !== undefined && { initialData: started }),
    enabled: started !== undefined && started.messages > 0,
    // Once it has ended, nothing may ask again.
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : refetchMs),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return { start, started, progress };
}

/** A time that the service takes as the beginning of a span, however long ago the first one was asked for. */
function withinWindow(since: string): string {
  return new Date(Math.max(Date.parse(since), Date.now() - windowMs)).toISOString();
}
