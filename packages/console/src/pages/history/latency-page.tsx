import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { useAddressFields } from '../../data/use-address-fields';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Histogram } from './histogram';
import { LatencyFigures } from './latency-figures';
import { LatencyFilterFields } from './latency-filter-fields';
import { binAddress, latencyQuery, sameTime } from './latency-report';
import { BinTable, CollectionTable, SlowestTable } from './latency-tables';
import './history.css';

const refetchMs = 30_000;
const slowestCount = 10;

/** Page with the processing times of queries: percentiles, histogram, collections and slowest queries. */
export function LatencyPage() {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const settings = ['api_version', 'rerank', 'search_mode', 'ratio_reason', 'has_filter'] as const;
  const names = ['hours', 'collection', ...settings] as const;
  const [fields, change] = useAddressFields(names);
  const filters = { ...fields, hours: Number(fields.hours) > 0 ? fields.hours : '24' };
  const report = useQuery({
    queryKey: ['latency', filters],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/queries/latency', { params: { query: latencyQuery(filters) }, signal }),
    refetchInterval: refetchMs,
  });
  const slowest = useQuery({
    queryKey: ['slowest', filters],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/queries/latency/slowest', {
        params: { query: { ...latencyQuery(filters), limit: slowestCount } },
        signal,
      }),
    refetchInterval: refetchMs,
  });
  const { data } = report;
  return (
    <Page title="Latency" actions={<Link to="/history">History</Link>}>
      <LatencyFilterFields filters={filters} onChange={change} />
      {report.error !== null && <Fault error={report.error} retry={() => void report.refetch()} />}
      {data === undefined && report.isFetching && <progress aria-label="Reading" />}
      {data !== undefined && <LatencyFigures report={data} />}
      {data !== undefined && data.histogram.counts.length > 0 && (
        <>
          {sameTime(data) === null && (
            <div className="plot">
              <Histogram
                report={data}
                onPick={(bin) => {
                  void navigate(binAddress(data, filters, bin));
                }}
              />
            </div>
          )}
          <div className="columns">
            <BinTable report={data} filters={filters} />
            <CollectionTable report={data} />
          </div>
        </>
      )}
      {slowest.error !== null && <Fault error={slowest.error} retry={() => void slowest.refetch()} />}
      {slowest.data !== undefined && slowest.data.queries.length > 0 && (
        <SlowestTable queries={slowest.data.queries} />
      )}
    </Page>
  );
}
