import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type components, SheafError } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Confirm } from '../../parts/confirm';
import { CopyId } from '../../parts/copy-id';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { Status } from '../../parts/status';
import { TemporalLink } from '../../parts/temporal-link';
import { DocumentResult } from './document-result';
import { FailedJob } from './failed-job';
import { ParseProgress } from './parse-progress';
import { SameParseRequest } from './same-parse-request';
import { TableFiles } from './table-files';
import { Workbook } from './workbook';
import './parse.css';
import './parse-job.css';

type ParseJob = components['schemas']['ParseJob'];

const refetchMs = 1_000;
const finalStates: readonly ParseJob['status'][] = ['completed', 'failed', 'cancelled'];

/** Page of a parse job: its progress, then the parsed workbook or document. */
export function ParseJobPage() {
  const { jobId = '' } = useParams();
  const sheaf = useSheaf();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    queryKey: ['parse-job', jobId],
    queryFn: ({ signal }) =>
      sheaf.get('/v3/parse/jobs/{job_id}', { params: { path: { job_id: jobId } }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && finalStates.includes(data.status) ? false : refetchMs,
  });
  const hasEnded = job !== undefined && finalStates.includes(job.status);

  async function remove() {
    await sheaf.delete('/v3/parse/jobs/{job_id}', { params: { path: { job_id: jobId } } });
    await refetch();
  }

  return (
    <Page
      title={job?.filename ?? 'Parsed file'}
      actions={
        <>
          <Link to="/parse">All parse jobs</Link>
          {job !== undefined && <RemoveJob job={job} hasEnded={hasEnded} remove={remove} />}
        </>
      }
    >
      {error !== null && <ReadFault error={error} retry={() => void refetch()} />}
      {job !== undefined && error === null && (
        <>
          <p role="status" className="parse-summary">
            <Status state={job.status} /> {job.result !== null && summaryOf(job.type, job.result)}
          </p>
          {!hasEnded && <ParseProgress job={job} />}
          {job.result !== null && job.result.warnings.length > 0 && (
            <details className="parser-remarks" open>
              <summary>{formatThings(job.result.warnings.length, 'remark')} of the parser</summary>
              <ul>
                {job.result.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </details>
          )}
          {hasEnded && job.result === null && <FailedJob job={job} />}
          {job.result !== null && <ParsedResult job={job} />}
          {hasEnded && <JobFacts job={job} />}
        </>
      )}
    </Page>
  );
}

/** The parsed workbook or document. */
function ParsedResult({ job }: { job: ParseJob }) {
  const { job_id: jobId, type, filename, result } = job;
  return (
    <div role="group" aria-label="Result">
      {type === 'document' ? (
        <DocumentResult
          jobId={jobId}
          filename={filename}
          pageCount={result?.pages ?? 0}
          documents={result?.documents ?? 1}
        />
      ) : (
        <>
          <TableFiles jobId={jobId} />
          <Workbook jobId={jobId} chunkCount={result?.chunk_count ?? 0} />
        </>
      )}
    </div>
  );
}

/** Id, cost and run of a job, and its request. */
function JobFacts({ job }: { job: ParseJob }) {
  return (
    <section className="job-facts" aria-label="Job">
      {job.result !== null && (
        <p className="hint">
          Job <CopyId id={job.job_id} /> · {formatThings(job.billing.credits.used, 'credit')} ·{' '}
          <TemporalLink workflowId={`parse-job/${job.job_id}`} />
        </p>
      )}
      <SameParseRequest job={job} />
    </section>
  );
}

function summaryOf(
  type: ParseJob['type'],
  { sheets, pages = 0, chunk_count: chunks, figures, characters }: NonNullable<ParseJob['result']>,
) {
  const parts = [
    type === 'document' ? ([pages, 'page'] as const) : ([sheets, 'sheet'] as const),
    [chunks, 'chunk'],
    [figures, 'figure'],
    [characters, 'character'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, thing]) => formatThings(count, thing))
    .join(' · ');
}

/** An expired or deleted result is shown as such, not as an error. */
function ReadFault({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof SheafError) || error.status !== 410) return <Fault error={error} retry={retry} />;
  return (
    <p className="empty">
      {error.message} Drop the file once more to see it. <Link to="/parse">Parse</Link>
    </p>
  );
}

/** Button that cancels a running job, or deletes the result of a completed one. */
function RemoveJob(props: { job: ParseJob; hasEnded: boolean; remove: () => Promise<unknown> }) {
  const { job, hasEnded, remove } = props;
  if (hasEnded && job.result === null) return null;
  const chunks = formatCount(job.result?.chunk_count ?? 0);
  const name = job.filename ?? job.job_id;
  return hasEnded ? (
    <Confirm
      key="delete"
      label="Delete the result"
      title={`Delete the result of ${name}?`}
      name={name}
      consequence={`${chunks} chunks are deleted and cannot be read again. The job stays in the list, and what was billed is not given back.`}
      act={remove}
    />
  ) : (
    <Confirm
      key="cancel"
      label="Cancel"
      title={`Cancel the job of ${name}?`}
      consequence="The job ends without a result and costs nothing."
      act={remove}
    />
  );
}
