import { Link } from 'react-router';
import { Moment } from '../../parts/moment';
import { Progress } from '../../parts/progress';
import { Status } from '../../parts/status';
import { Panel } from './panel';
import { type PanelJob } from './panel-job';
import { type MixedJobs } from './use-jobs';

/** Panel of running jobs with their progress, or of failed ones; nothing without a job. */
export function JobsPanel(props: { title: string; showsProgress: boolean; found: MixedJobs }) {
  const { title, showsProgress, found } = props;
  const { jobs, hasMore, lists } = found;
  if (jobs.length === 0) return null;
  return (
    <Panel
      title={title}
      links={
        <span className="panel-links">
          {lists.map(({ name, list }) => (
            <Link key={list} to={list} aria-label={`${title}: all ${name}`}>
              All {name}
            </Link>
          ))}
        </span>
      }
    >
      <ul>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} showsProgress={showsProgress} />
        ))}
      </ul>
      {hasMore && <p className="hint">and more</p>}
    </Panel>
  );
}

function JobLine({ job, showsProgress }: { job: PanelJob; showsProgress: boolean }) {
  const { name, to, state, note, progress, at } = job;
  return (
    <li>
      <div className="panel-line">
        <Link to={to}>{name}</Link>
        <Status state={state} />
        <span className="hint">
          <Moment at={at} />
        </span>
      </div>
      {note !== null && <span className="hint">{note}</span>}
      {showsProgress && progress !== null && (
        <Progress label={`Progress of ${name}`} done={progress.done} total={progress.total} />
      )}
    </li>
  );
}
