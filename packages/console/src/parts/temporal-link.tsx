import { useQuery } from '@tanstack/react-query';
import { readConsoleSettings } from '../data/console-settings';

/** Link to a run in the Temporal UI; renders nothing when no address is configured, or no run exists. */
export function TemporalLink({ workflowId }: { workflowId: string | null }) {
  const { data } = useQuery({
    queryKey: ['console-settings'],
    queryFn: ({ signal }) => readConsoleSettings(signal),
    staleTime: Infinity,
  });
  if (workflowId === null || data === undefined || data.temporal_ui_url === null) return null;
  const { temporal_ui_url: url, temporal_namespace: namespace } = data;
  const path = `namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
  return (
    <a href={`${url.replace(/\/+$/, '')}/${path}`} target="_blank" rel="noreferrer">
      Run in the Temporal UI
    </a>
  );
}
