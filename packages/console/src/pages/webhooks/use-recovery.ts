import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, SheafError } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { endpointKey } from './endpoint';

export type Recovery = components['schemas']['WebhookRecovery'];

const refetchMs = 3_000;

/**
 * Starts a recovery and follows its progress, or follows the one that runs already.
 *
 * `followed` is undefined while there is none. A recovery that has ended stays until the component is
 * unmounted.
 */
export function useRecovery(endpointId: string) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const queryKey = ['webhook-recovery', endpointId];
  const params = { path: { endpoint_id: endpointId } };
  const start = useMutation({
    mutationFn: (span: { since: string; until?: string }) =>
      sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/recover', { params, body: span }),
    async onSuccess(answer) {
      // Reads from before the start do not know the recovery.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, answer);
      await queries.invalidateQueries({ queryKey: endpointKey(endpointId) });
    },
  });
  const latest = useQuery<Recovery | null>({
    queryKey,
    async queryFn({ signal }) {
      try {
        const path = '/v2/webhooks/endpoints/{endpoint_id}/recover';
        const recovery = await sheaf.get(path, { params, signal });
        if (recovery.status === 'ended')
          void queries.invalidateQueries({ queryKey: endpointKey(endpointId) });
        return recovery;
      } catch (error) {
        if (error instanceof SheafError && error.code === 'recovery_not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => (data == null || data.status === 'ended' ? false : refetchMs),
    gcTime: 0,
  });
  const [isFollowed, setFollowed] = useState(false);
  if (!isFollowed && latest.data?.status === 'running') setFollowed(true);
  const followed = start.isSuccess || isFollowed ? (latest.data ?? start.data) : undefined;
  return { start, latest, followed };
}
