import { Link } from 'react-router';
import { formatMilliseconds, formatNumber } from '../../parts/format';
import { Panel } from './panel';
import { type RecentQueries, slowMs, windowMinutes } from './use-recent-queries';

/** Panel with the number of recent queries, their times and the slow ones; nothing without a query. */
export function QueriesPanel({ recent }: { recent: RecentQueries }) {
  const { count, p50, p95, slow, from } = recent;
  if (count === 0) return null;
  const slowAddress = `/history?${new URLSearchParams({ from, min_ms: String(slowMs) }).toString()}`;
  return (
    <Panel
      title="Queries"
      links={
        <span className="panel-links">
          {slow.length > 0 && <Link to={slowAddress}>All slow ones</Link>}
          <Link to="/history/latency?hours=1">Latency</Link>
        </span>
      }
    >
      <dl className="numbers">
        <Figure name="a minute" value={perMinute(count)} />
        <Figure name="p50" value={p50 === null ? '–' : formatMilliseconds(p50)} />
        <Figure name="p95" value={p95 === null ? '–' : formatMilliseconds(p95)} />
      </dl>
      {slow.length > 0 && (
        <ul aria-label="Slow queries">
          {slow.map(({ id, text, ms }) => (
            <li key={id} className="panel-line">
              <Link to={`/history/queries/${encodeURIComponent(id)}`}>{text}</Link>
              <span className="number">{formatMilliseconds(ms)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">Documents, last {windowMinutes} minutes; evaluations are left out.</p>
    </Panel>
  );
}

function perMinute(count: number): string {
  const rounded = Math.round((10 * count) / windowMinutes) / 10;
  return rounded === 0 ? '< 0.1' : formatNumber(rounded);
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
