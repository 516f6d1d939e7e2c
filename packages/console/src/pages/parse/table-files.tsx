import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePortions } from '../../data/use-portions';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { TableDownload } from './table-download';

type Table = components['schemas']['ParsedTable'];

const pageSize = 100;

/** Tables of a parsed workbook, whose rows can be downloaded as files. */
export function TableFiles({ jobId }: { jobId: string }) {
  const sheaf = useSheaf();
  const {
    items: tables,
    error,
    isPartial,
    readMore,
    refetch,
  } = usePortions({
    key: ['parse-tables', jobId],
    portion: pageSize,
    async read(cursor, signal) {
      const page = await sheaf.get('/v3/parse/jobs/{job_id}/tables', {
        params: { path: { job_id: jobId }, query: { limit: pageSize, cursor } },
        signal,
      });
      return { items: page.tables, next: page.next_cursor };
    },
  });

  if (error !== null) return <Fault error={error} retry={() => void refetch()} />;
  if (tables.length === 0) return null;
  return (
    <details className="table-files">
      <summary>{isPartial ? 'Tables' : formatThings(tables.length, 'table')} as data</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col">Columns</th>
            <th scope="col">Download</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <TableRow key={table.table_id} jobId={jobId} table={table} />
          ))}
        </tbody>
      </table>
      {isPartial && (
        <button type="button" onClick={readMore}>
          More tables
        </button>
      )}
    </details>
  );
}

function TableRow({ jobId, table }: { jobId: string; table: Table }) {
  const { table_id: id, sheet_name: sheet, cell_range: range, title, row_count: rows, columns } = table;
  return (
    <tr>
      <th scope="row">
        {sheet} {range} {title !== null && <span className="hint">{title}</span>}
      </th>
      <td className="number">{formatCount(rows)}</td>
      <td>{columns.map(({ name }) => name).join(', ')}</td>
      <td>
        <TableDownload jobId={jobId} tableId={id} name={range} format="csv" />{' '}
        <TableDownload jobId={jobId} tableId={id} name={range} format="ndjson" />
      </td>
    </tr>
  );
}
