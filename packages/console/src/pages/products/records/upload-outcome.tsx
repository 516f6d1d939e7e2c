import { Fault } from '../../../parts/fault';
import { formatCount, formatThings } from '../../../parts/format';
import { type Column, Table } from '../../../parts/table';
import { type RecordsFile } from './records-file';
import { type RefusedRecord, type UploadReport } from './upload-records';

/** Outcome of an upload, with the refused records. */
export function UploadOutcome(props: { report: UploadReport; placeName: RecordsFile['placeName'] }) {
  const { report, placeName } = props;
  const columns: readonly Column<RefusedRecord>[] = [
    {
      name: `${placeName.charAt(0).toUpperCase()}${placeName.slice(1)}`,
      width: '6rem',
      isNumber: true,
      cell: ({ place }) => (place === null ? '–' : formatCount(place)),
    },
    { name: 'Id', cell: ({ id }) => id ?? '–' },
    { name: 'Field', cell: ({ field }) => field ?? '–' },
    { name: 'Code', cell: ({ code }) => <code>{code}</code> },
    { name: 'What is wrong', width: '3fr', cell: ({ message }) => <span title={message}>{message}</span> },
  ];
  return (
    <section aria-label="What has become of the upload">
      <p role="status">
        {formatCount(report.staged)} of {formatThings(report.received, 'record')}{' '}
        {report.staged === 1 ? 'is' : 'are'} staged
        {report.rejected > 0 &&
          `, ${formatCount(report.rejected)} ${report.rejected === 1 ? 'was' : 'were'} refused`}
        .
        {report.replaced > 0 &&
          ` ${formatThings(report.replaced, 'record')} that ${report.replaced === 1 ? 'was there is' : 'were there are'} replaced.`}
        {report.staged > 0 && ' They are found by searches after the next build.'}
      </p>
      {report.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="notice">
          {message} <code>{code}</code>
        </p>
      ))}
      {report.stoppedBy !== null && <Fault error={report.stoppedBy} />}
      {report.refused.length > 0 && (
        <>
          <Table
            label="Refused records"
            columns={columns}
            rows={report.refused}
            rowKey={({ place, code, field, message }) => `${place} ${code} ${field} ${message}`}
            empty=""
          />
          {report.isTruncated && (
            <p className="hint">The service names the first 100 of each request; there are more.</p>
          )}
        </>
      )}
    </section>
  );
}
