import { useQuery } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Moment } from '../../parts/moment';
import { Progress } from '../../parts/progress';
import { Status } from '../../parts/status';
import { Panel } from './panel';
import { type PanelJob, type PanelJobs } from './panel-job';

const refetchMs = 5_000;

/** Panel of the running jobs of one kind, with progress, or of the failed ones. */
export function JobsPanel(props: {
  title: string;
  to: string;
  empty: string;
  showsProgress: boolean;
  read: (sheaf: Sheaf, signal: AbortSignal) => Promise<PanelJobs>;
}) {
  const { title, to, empty, showsProgress, read } = props;
  const sheaf = useSheaf();
  const query = useQuery({
    queryKey: ['home', title],
    queryFn: ({ signal }) => read(sheaf, signal),
    refetchInterval: refetchMs,
  });
  return (
    <Panel title={title} to={to} linkName="All" query={query}>
      {({ jobs, hasMore }) =>
        jobs.length === 0 ? (
          <p className="empty">{empty}</p>
        ) : (
          <>
            <ul>
              {jobs.map((job) => (
                <JobLine key={job.id} job={job} showsProgress={showsProgress} />
              ))}
            </ul>
            {hasMore && <p className="hint">and more</p>}
          </>
        )
      }
    </Panel>
  );
}

function JobLine({ job, showsProgress }: { job: PanelJob; showsProgress: boolean }) {
  const { name, state, note, progress, at } = job;
  return (
    <li>
      <span className="name">{name}</span> <Status state={state} />
      {showsProgress && progress !== null && (
        <Progress label={`Progress of ${name}`} done={progress.done} total={progress.total} />
      )}
      <span className="hint">
        <Moment at={at} />
        {note !== null && ` · ${note}`}
      </span>
    </li>
  );
}
