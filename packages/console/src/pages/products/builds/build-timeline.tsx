import { type components } from 'sheaf-client';
import { formatCount, formatSpan, formatThings } from '../../../parts/format';
import { Status } from '../../../parts/status';

type Stage = components['schemas']['ProductJob']['stages'][number];

/** Stages of a job as bars on a time line. */
export function BuildTimeline(props: {
  stages: readonly Stage[];
  startedAt: number;
  /** Whether the job has ended: what had not begun by then never begins. */
  isOver: boolean;
}) {
  const { stages, startedAt, isOver } = props;
  const ends = stages.flatMap(({ finished_at: end, started_at: start }) => end ?? start ?? []);
  const span = Math.max(1, ...ends.map((end) => end - startedAt));
  return (
    <div className="plain-table timeline">
      <table aria-label="Stages">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Records
            </th>
            <th scope="col" className="number">
              Took
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.name}>
              <th scope="row">{stage.name}</th>
              <td>
                <Status state={isOver && stage.status === 'queued' ? 'not_reached' : stage.status} />
                {stage.reason !== null && <span className="hint"> {stage.reason}</span>}
              </td>
              <td className="number">{countOf(stage)}</td>
              <td className="number">{tookOf(stage)}</td>
              <td className="timeline-track">
                {stage.started_at !== null && stage.status !== 'skipped' && (
                  <span className={`timeline-bar ${stage.status}`} style={placeOf(stage, startedAt, span)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function placeOf({ started_at: start, finished_at: end }: Stage, from: number, span: number) {
  const left = Math.max(0, ((start ?? from) - from) / span);
  const right = end === null ? 1 : Math.min(1, (end - from) / span);
  return { left: `${left * 100}%`, width: `${Math.max(0.5, (right - left) * 100)}%` };
}

function countOf({ count, of, items }: Stage): string {
  if (count === null) return items === null ? '–' : formatThings(items, 'item');
  return of === null ? formatCount(count) : `${formatCount(count)} of ${formatCount(of)}`;
}

function tookOf({ ms }: Stage): string {
  return ms === null ? '–' : formatSpan(ms);
}
