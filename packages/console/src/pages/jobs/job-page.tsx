import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type components, SheafError } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { formatCount, formatDuration } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { TemporalLink } from '../../parts/temporal-link';
import { syncPath } from '../syncs/sync';
import { collectionPath } from '../collections/collection-path';
import { CancelIndexJob } from './cancel-index-job';
import { JobFailure } from './job-failure';
import { JobFiles } from './job-files';
import { JobStages } from './job-stages';
import { RollBackJob } from './roll-back-job';
import './jobs.css';

const refetchMs = 1_500;

/** Page of an indexing job: progress, files, and buttons to cancel it or roll it back. */
export function JobPage() {
  const { job: jobId = '' } = useParams();
  const sheaf = useSheaf();
  const read = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/jobs/{job_id}', {
        params: { path: { job_id: jobId }, query: { files_limit: 1 } },
        signal,
      }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? refetchMs : false),
  });
  const job = read.data;
  return (
    <Page
      title={`Job ${jobId}`}
      actions={
        job !== undefined && (
          <>
            <TemporalLink workflowId={`index-job/${job.job_id}`} />
            {job.completed_at === null ? <CancelIndexJob job={job} /> : <RollBackJob job={job} />}
          </>
        )
      }
    >
      {read.isPending && <p role="status">Reading the job…</p>}
      {read.error !== null && (
        <>
          <Fault error={read.error} retry={() => void read.refetch()} />
          {read.error instanceof SheafError && read.error.status === 404 && (
            <p>
              Jobs are kept for 90 days. <Link to="/jobs">To the jobs</Link>
            </p>
          )}
        </>
      )}
      {job !== undefined && (
        <>
          <p aria-live="polite">
            <Status state={job.status} /> {job.progress_message}
          </p>
          <JobFailure job={job} />
          <JobFacts job={job} />
          <JobStages job={job} />
          <h2>Files</h2>
          <JobFiles jobId={jobId} isOpen={job.completed_at === null} />
        </>
      )}
    </Page>
  );
}

/** Whether the job or its rollback has not ended. */
const isMoving = (job: components['schemas']['IndexJob'] | undefined): boolean =>
  job === undefined || job.completed_at === null || job.rollback?.status === 'rolling_back';

function JobFacts({ job }: { job: components['schemas']['IndexJob'] }) {
  const { result } = job;
  return (
    <>
      {job.warnings.map((warning) => (
        <p key={warning} className="notice">
          {warning}
        </p>
      ))}
      <dl className="facts">
        <dt>Kind</dt>
        <dd>
          {job.job_type.replaceAll('_', ' ')}
          {job.sync_id !== null && (
            <>
              {' '}
              of sync{' '}
              <Link to={syncPath(job.sync_id)}>
                <code>{job.sync_id}</code>
              </Link>
            </>
          )}
        </dd>
        <dt>Collection</dt>
        <dd>
          <Link to={collectionPath(job.collection_name)}>{job.collection_name}</Link>
        </dd>
        <dt>Submitted</dt>
        <dd>
          <Moment at={job.created_at} />, begun <Moment at={job.started_at} />, ended{' '}
          <Moment at={job.completed_at} />
        </dd>
        <dt>Took</dt>
        <dd>{formatDuration(result?.duration_seconds ?? job.progress.elapsed_seconds)}</dd>
        <EndFacts job={job} />
      </dl>
    </>
  );
}

/** Cost of the job and its outcome. */
function EndFacts({ job }: { job: components['schemas']['IndexJob'] }) {
  const { billing } = job;
  return (
    <>
      {billing !== null && (
        <>
          <dt>Cost</dt>
          <dd>
            {formatCount(billing.credits.used)} credits for {formatCount(billing.pages_processed)} pages (
            {billing.processing_type})
          </dd>
        </>
      )}
      {job.pii_report !== null && (
        <>
          <dt>Masking report</dt>
          <dd>{job.pii_report.state}</dd>
        </>
      )}
      {job.cancelled_at !== null && (
        <>
          <dt>Cancelled</dt>
          <dd>
            <Moment at={job.cancelled_at} /> by {job.cancelled_by ?? 'the service'}
          </dd>
        </>
      )}
      {job.rolled_back_at !== null && (
        <>
          <dt>Rolled back</dt>
          <dd>
            <Moment at={job.rolled_back_at} />
          </dd>
        </>
      )}
    </>
  );
}
