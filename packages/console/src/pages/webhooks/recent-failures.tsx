import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { formatCount } from '../../parts/format';
import { type Endpoint, endpointKey } from './endpoint';
import { endpointPath } from './webhook-paths';

const dayMs = 24 * 3_600_000;
const countedMax = 100;
/** Age at which a count is read again: the requests of an organization for its endpoints are limited. */
const countedEveryMs = 60_000;

/** Number of failed messages of the last 24 hours, with a link to their list. */
export function RecentFailures({ endpoint }: { endpoint: Endpoint }) {
  const { endpoint_id: id, url, last_delivery: last } = endpoint;
  const sheaf = useSheaf();
  const { data } = useQuery({
    queryKey: [...endpointKey(id), 'failures'],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries', {
        params: {
          path: { endpoint_id: id },
          query: {
            status: 'failed',
            from: new Date(Date.now() - dayMs).toISOString(),
            limit: countedMax,
          },
        },
        signal,
      }),
    enabled: last !== null,
    staleTime: countedEveryMs,
    refetchInterval: countedEveryMs,
  });
  if (last === null) return formatCount(0);
  if (data === undefined) return '–';
  const count = data.deliveries.length;
  if (count === 0) return formatCount(0);
  const text = `${formatCount(count)}${data.next_cursor === null ? '' : '+'}`;
  return (
    <Link to={`${endpointPath(id)}?status=failed`} aria-label={`${text} failed messages to ${url}`}>
      {text}
    </Link>
  );
}
