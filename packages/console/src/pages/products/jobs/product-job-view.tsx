import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { CopyId } from '../../../parts/copy-id';
import { EpochMoment } from '../../../parts/epoch-moment';
import { Fault } from '../../../parts/fault';
import { formatCount } from '../../../parts/format';
import { Status } from '../../../parts/status';
import { TemporalLink } from '../../../parts/temporal-link';
import { indexPath } from '../index-path';
import { BuildChecks } from '../builds/build-checks';
import { BuildTimeline } from '../builds/build-timeline';
import { ImportReport } from '../imports/import-report';
import { CancelJob } from './cancel-job';
import { JobFindings } from './job-findings';
import { ProductJobFailure } from './product-job-failure';
import { useProductJob } from './use-product-job';
import { productJobPath } from '../job-path';

/** A job of product search: progress, checks, the reason of a failure, and a button to cancel it. */
export function ProductJobView({ jobId }: { jobId: string }) {
  const read = useProductJob(jobId);
  if (read.data === undefined)
    return read.error === null ? (
      <p role="status">Reading the job…</p>
    ) : (
      <Fault error={read.error} retry={() => void read.refetch()} />
    );
  const job = read.data;
  const isOpen = job.finished_at === null;
  const { progress } = job;
  const amounts = progress?.records_total ?? null;
  return (
    <section className="card" aria-label={`Job ${job.id}`}>
      <h2>
        {titles[job.type]} <Link to={indexPath(job.index)}>{job.index}</Link>
      </h2>
      {read.error !== null && <Fault error={read.error} retry={() => void read.refetch()} />}
      <ProductJobFailure job={job} />
      <p aria-live="polite">
        <Status state={job.status} /> <CopyId id={job.id} />
        {isOpen &&
          progress !== undefined &&
          ` · ${progress.step}, ${progress.step_number} of ${progress.steps}`}
        {isOpen &&
          progress !== undefined &&
          amounts !== null &&
          ` · ${formatCount(progress.records_done)} of ${formatCount(amounts)} records`}
      </p>
      <p className="hint">
        Submitted <EpochMoment at={job.created_at} /> · begun <EpochMoment at={job.started_at} /> · ended{' '}
        <EpochMoment at={job.finished_at} /> <TemporalLink workflowId={workflowIdOf(job.type, job.id)} />
      </p>
      {job.type === 'index.build' && job.status === 'succeeded' && (
        <p>
          <Link to={indexPath(job.index, 'search')}>Search the index</Link>
        </p>
      )}
      <BuildTimeline stages={job.stages} startedAt={job.started_at ?? job.created_at} isOver={!isOpen} />
      {job.result?.checks !== undefined && <BuildChecks checks={job.result.checks} />}
      <JobFindings job={job} />
      {job.type === 'index.import' && <ImportReport jobId={job.id} isOpen={isOpen} />}
      {job.result?.build_job != null && (
        <p>
          <Link to={productJobPath(job.result.build_job)}>The build that follows</Link>
        </p>
      )}
      {isOpen && (job.type === 'index.build' || job.type === 'index.import') && <CancelJob jobId={job.id} />}
    </section>
  );
}

/** Beginning of the heading of a job, before the name of its index. */
const titles: Readonly<Record<components['schemas']['ProductJob']['type'], string>> = {
  'index.build': 'Build of',
  'index.delete': 'Deletion of',
  'index.import': 'Import into',
  'index.write': 'Live writes of',
};

const workflowIdOf = (type: string, id: string): string | null =>
  // The live writes of an index share one run, whose id contains an internal id that the API does not return.
  type === 'index.write' ? null : `${type.replace('.', '-')}/${id}`;
