import { type components } from 'sheaf-client';
import { CopyId } from '../../parts/copy-id';
import { formatThings } from '../../parts/format';
import { TemporalLink } from '../../parts/temporal-link';
import { ParseAgain } from './parse-again';

type ParseJob = components['schemas']['ParseJob'];

/** Why a job has no result, what it cost, and what can be done. */
export function FailedJob({ job }: { job: ParseJob }) {
  return (
    <section className="failed-job card" aria-label="What became of the job">
      {job.message !== null && (
        <p role="alert" className="problem">
          {job.message}
        </p>
      )}
      <dl className="facts">
        {job.error !== null && (
          <>
            <dt>Code</dt>
            <dd>
              <code>{job.error}</code>
            </dd>
          </>
        )}
        <dt>Job</dt>
        <dd>
          <CopyId id={job.job_id} />
        </dd>
        <dt>Cost</dt>
        <dd>{formatThings(job.billing.credits.used, 'credit')}</dd>
      </dl>
      <div className="actions">
        <ParseAgain job={job} />
        <TemporalLink workflowId={`parse-job/${job.job_id}`} />
      </div>
    </section>
  );
}
