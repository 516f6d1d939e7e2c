import { type QueryAnswer } from './asked';
import { formatMilliseconds } from '../format';

/** The steps of a query as one bar of time; the list below has the same numbers. */
export function TimingBar({ timing }: { timing: QueryAnswer['timing'] }) {
  const { total_ms: total, stages } = timing;
  const length = Math.max(
    total,
    ...stages.map(({ start_ms: start, duration_ms: lasted }) => start + lasted),
    1,
  );
  return (
    <div className="timing">
      <div className="timing-track" aria-hidden="true">
        {stages.map(({ name, start_ms: start, duration_ms: lasted }) => (
          <span
            key={name}
            className={`stage ${name}`}
            style={{ left: `${(start / length) * 100}%`, width: `${(lasted / length) * 100}%` }}
          />
        ))}
      </div>
      <ul className="timing-legend" aria-label="Time by stage">
        <li>total {formatMilliseconds(total)}</li>
        {stages.map(({ name, duration_ms: lasted }) => (
          <li key={name}>
            <span className={`stage ${name}`} aria-hidden="true" />
            {name} {formatMilliseconds(lasted)}
          </li>
        ))}
      </ul>
    </div>
  );
}
