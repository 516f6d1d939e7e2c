import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount, formatMilliseconds } from '../../parts/format';
import { binAddress, type LatencyFilters, type LatencyReport, shownBins } from './latency-report';

const msOrDash = (ms: number | null): string => (ms === null ? '–' : formatMilliseconds(ms));

/** Table of the histogram; each bin links to its queries. */
export function BinTable({ report, filters }: { report: LatencyReport; filters: LatencyFilters }) {
  return (
    <div className="plain-table">
      <table>
        <caption>Queries by time</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className="number">
              Queries
            </th>
          </tr>
        </thead>
        <tbody>
          {shownBins(report).map(({ bin, low, high, count }) => (
            <tr key={bin}>
              <td>{formatMilliseconds(low)}</td>
              <td>{formatMilliseconds(high)}</td>
              <td className="number">
                {count === 0 ? (
                  0
                ) : (
                  <Link
                    to={binAddress(report, filters, bin)}
                    aria-label={`${formatCount(count)}: show these queries`}
                  >
                    {formatCount(count)}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Percentiles of the collections with the most queries. */
export function CollectionTable({ report }: { report: LatencyReport }) {
  return (
    <div className="plain-table">
      <table>
        <caption>By collection</caption>
        <thead>
          <tr>
            <th scope="col">Collection</th>
            {['Queries', 'p50', 'p95', 'p99'].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.collections.map(({ collection_name: name, is_other: isOther, count, p50, p95, p99 }) => (
            <tr key={isOther ? '' : name}>
              <th scope="row">{isOther ? 'the others' : name}</th>
              <td className="number">{formatCount(count)}</td>
              <td className="number">{msOrDash(p50)}</td>
              <td className="number">{msOrDash(p95)}</td>
              <td className="number">{msOrDash(p99)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Table of the slowest queries, with links. */
export function SlowestTable({ queries }: { queries: components['schemas']['SlowestQueryList']['queries'] }) {
  return (
    <div className="plain-table">
      <table>
        <caption>Slowest queries</caption>
        <thead>
          <tr>
            <th scope="col">Query</th>
            <th scope="col" className="number">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {queries.map(({ query_id: id, duration_ms: ms }) => (
            <tr key={id}>
              <td>
                <Link to={`/history/queries/${encodeURIComponent(id)}`}>{id}</Link>
              </td>
              <td className="number">{formatMilliseconds(ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
