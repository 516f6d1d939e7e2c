import { useMutation } from '@tanstack/react-query';
import { type components, tableFile, type TableFileOptions } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { useLeaving } from '../../data/use-leaving';
import { usePortions } from '../../data/use-portions';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { saveAs } from '../../parts/save-as';

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
  const { sheet_name: sheet, cell_range: range, title, row_count: rows, columns } = table;
  return (
    <tr>
      <th scope="row">
        {sheet} {range} {title !== null && <span className="hint">{title}</span>}
      </th>
      <td className="number">{formatCount(rows)}</td>
      <td>{columns.map(({ name }) => name).join(', ')}</td>
      <td>
        <Download jobId={jobId} table={table} format="csv" />{' '}
        <Download jobId={jobId} table={table} format="ndjson" />
      </td>
    </tr>
  );
}

interface DownloadProps {
  jobId: string;
  table: Table;
  format: TableFileOptions['format'];
}

function Download({ jobId, table, format }: DownloadProps) {
  const sheaf = useSheaf();
  const leaving = useLeaving();
  const { table_id: tableId, cell_range: range } = table;
  const download = useMutation({
    async mutationFn() {
      const answer = await tableFile(sheaf, { jobId, tableId }, { format, signal: leaving.current.signal });
      saveAs(`${tableId}.${format}`, await answer.blob());
    },
  });
  const name = format === 'csv' ? 'CSV' : 'JSON lines';
  return (
    <>
      <button
        type="button"
        aria-label={`${name} of ${range}`}
        disabled={download.isPending}
        onClick={() => {
          download.mutate();
        }}
      >
        {name}
      </button>
      {download.error !== null && <Fault error={download.error} />}
    </>
  );
}
