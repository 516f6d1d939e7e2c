import { Link } from 'react-router';
import { useAddressFields } from '../../data/use-address-fields';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Table } from '../../parts/table';
import { boundNames, isBounded } from './bounds';
import { historyColumns } from './history-columns';
import { HistoryFilterFields } from './history-filter-fields';
import { useHistory } from './use-history';
import './history.css';

/** Page with the history of queries, filtered by its address. */
export function HistoryPage() {
  const [fields, change] = useAddressFields(['collection', 'status', 'from', 'to', 'sort', ...boundNames]);
  const { min_ms, max_ms, api_version, rerank, search_mode, ratio_reason, has_filter, ...filters } = fields;
  const bounds = { min_ms, max_ms, api_version, rerank, search_mode, ratio_reason, has_filter };
  const history = useHistory(filters, bounds);
  return (
    <Page
      title="History"
      actions={
        <>
          <button type="button" onClick={() => void history.refetch()}>
            Read again
          </button>
          <Link to="/history/latency">Latency</Link>
        </>
      }
    >
      <HistoryFilterFields fields={fields} onChange={change} />
      {history.error !== null && <Fault error={history.error} retry={() => void history.refetch()} />}
      {history.data === undefined ? (
        history.isFetching && <progress aria-label="Reading" />
      ) : (
        <Table
          label="Queries"
          columns={historyColumns}
          rows={history.rows}
          rowKey={({ query_id: id }) => id}
          more={history.more}
          empty={
            <>
              {history.hasNextPage ? 'None among those looked through so far. ' : 'No query is here. '}
              <Link to="/query">Ask one</Link>
            </>
          }
        />
      )}
      {isBounded(bounds) && history.hasNextPage && (
        <p className="actions" aria-live="polite">
          {formatCount(history.rows.length)} found so far.
          <button type="button" disabled={history.isFetching} onClick={history.more}>
            Look further
          </button>
        </p>
      )}
    </Page>
  );
}
