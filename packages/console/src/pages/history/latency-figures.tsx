import { formatCount, formatMilliseconds, formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { type LatencyReport, sameTime } from './latency-report';

/** The numbers of a report, and how reliable they are. */
export function LatencyFigures({ report }: { report: LatencyReport }) {
  const { counts, percentiles, completeness } = report;
  const same = sameTime(report);
  return (
    <>
      <dl className="figures">
        <div>
          <dt>Queries</dt>
          <dd>{formatCount(counts.matching)}</dd>
        </div>
        {Object.entries(percentiles).map(([name, ms]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{ms === null ? '–' : formatMilliseconds(ms)}</dd>
          </div>
        ))}
      </dl>
      {counts.matching === 0 && <p className="empty">No query was asked in this window.</p>}
      {same !== null && (
        <p>
          {counts.measured === 1 ? 'The query' : `All ${formatThings(counts.measured, 'query', 'queries')}`}{' '}
          took {formatMilliseconds(same)}.
        </p>
      )}
      {counts.missing > 0 && (
        <p className="hint">The time of {formatCount(counts.missing)} queries was not recorded.</p>
      )}
      <p className="hint">
        Queries of evaluations are left out. All that was asked before{' '}
        <Moment isExact at={completeness.watermark} /> is in the report
        {completeness.complete ? '.' : ', but some queries of the window are known to be missing.'}
      </p>
    </>
  );
}
