import { useQuery } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Fault } from '../../../parts/fault';
import { formatCount, formatThings } from '../../../parts/format';

type Report = components['schemas']['ProductImportReport'];

const refetchMs = 2_000;

/** Report on the records and settings of an import: preliminary while it runs, final at its end. */
export function ImportReport({ jobId, isOpen }: { jobId: string; isOpen: boolean }) {
  const sheaf = useSheaf();
  const report = useQuery({
    // The final report differs from the preliminary one, so that it needs a key of its own.
    queryKey: ['product-import', jobId, isOpen],
    queryFn: ({ signal }) =>
      sheaf.get('/v1/imports/{job_id}/report', { params: { path: { job_id: jobId } }, signal }),
    refetchInterval: isOpen ? refetchMs : false,
  });
  if (report.data === undefined)
    return report.error === null ? (
      <p role="status">Reading the report…</p>
    ) : (
      <Fault error={report.error} retry={() => void report.refetch()} />
    );
  const { records, settings, fields, errors } = report.data;
  return (
    <>
      <h3>Report</h3>
      <p aria-live="polite">
        {formatThings(records.read, 'record')} read, {formatCount(records.staged)} staged,{' '}
        {formatCount(records.rejected)} refused.
      </p>
      {settings.mapped.length > 0 && (
        <Rows
          title="Settings that were taken over"
          heads={['Setting of the source', 'Became']}
          rows={settings.mapped.map(({ name, to }) => [name, to])}
        />
      )}
      {settings.ignored.length > 0 && (
        <Rows
          title="Settings that were not taken over"
          heads={['Setting of the source', 'Why']}
          rows={settings.ignored.map(({ name, reason }) => [name, reason])}
        />
      )}
      {errors.length > 0 && (
        <Rows title="Refused records" heads={['Record', 'Field', 'Why']} rows={errors.map(errorRow)} />
      )}
      {fields.length > 0 && (
        <Rows
          title="Fields of the records"
          heads={['Field', 'Records that have it']}
          rows={fields.map(({ name, records: count }) => [name, formatCount(count)])}
        />
      )}
    </>
  );
}

function errorRow({ id, line, index, field, message, code }: Report['errors'][number]): string[] {
  const place =
    line === null ? index !== null && `number ${formatCount(index + 1)}` : `line ${formatCount(line)}`;
  return [id ?? (place || '–'), field ?? '–', `${message} (${code})`];
}

function Rows({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: readonly string[];
  rows: readonly string[][];
}) {
  return (
    <details className="plain-table" open={rows.length <= openRowsMax}>
      <summary>
        {title} ({formatCount(rows.length)})
      </summary>
      <table aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const openRowsMax = 10;
