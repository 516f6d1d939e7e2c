import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { formatMilliseconds, formatScore } from '../../parts/format';
import { Panel } from './panel';

const refetchMs = 15_000;
const windowMinutes = 15;
const minuteMs = 60_000;

/** Panel with the number of recent queries and their processing times. */
export function QueriesPanel() {
  const sheaf = useSheaf();
  const query = useQuery({
    queryKey: ['home', 'queries'],
    queryFn({ signal }) {
      const now = Date.now();
      const from = new Date(now - windowMinutes * minuteMs).toISOString();
      const to = new Date(now).toISOString();
      return sheaf.get('/v2/queries/latency', { params: { query: { from, to } }, signal });
    },
    refetchInterval: refetchMs,
  });
  return (
    <Panel title="Queries" to="/history/latency?hours=1" linkName="Latency" query={query}>
      {({ counts, percentiles: { p50, p95 } }) => (
        <>
          <dl className="numbers">
            <div>
              <dt>a minute</dt>
              <dd>{formatScore(counts.matching / windowMinutes)}</dd>
            </div>
            <div>
              <dt>p50</dt>
              <dd>{p50 === null ? '–' : formatMilliseconds(p50)}</dd>
            </div>
            <div>
              <dt>p95</dt>
              <dd>{p95 === null ? '–' : formatMilliseconds(p95)}</dd>
            </div>
          </dl>
          <p className="hint">Documents, last {windowMinutes} minutes; evaluations are left out.</p>
        </>
      )}
    </Panel>
  );
}
