import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { Progress } from '../../parts/progress';
import { Status } from '../../parts/status';
import { documentPath, queryPath } from './collection-path';

type Job = components['schemas']['IndexJob'];

const refetchMs = 1_000;
const openStates: readonly Job['status'][] = ['pending', 'running'];
const hasEnded = (job: Job | undefined) => job !== undefined && !openStates.includes(job.status);

/** Progress of a job that was submitted on this page, file by file. */
export function IndexJob({ jobId, collection }: { jobId: string; collection: string }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    queryKey: ['index-job', jobId],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/jobs/{job_id}', {
        params: { path: { job_id: jobId }, query: { files_limit: 100 } },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (hasEnded(data) ? false : refetchMs),
  });
  const processed = job?.progress.files_processed ?? 0;
  useEffect(() => {
    if (processed > 0) void queries.invalidateQueries({ queryKey: ['collection', collection] });
  }, [processed, queries, collection]);

  if (error !== null && job === undefined) return <Fault error={error} retry={() => void refetch()} />;
  if (job === undefined) return <Progress label="Reading the job" done={0} total={null} />;
  return (
    <section className="index-job" aria-label={`Job ${jobId}`}>
      <p role="status">
        <Status state={job.status} /> {formatCount(processed)} of {formatCount(job.progress.files_total)}{' '}
        files
        {job.progress.files_failed > 0 && `, ${formatCount(job.progress.files_failed)} failed`}
        {job.progress.files_skipped > 0 && `, ${formatCount(job.progress.files_skipped)} skipped`}
      </p>
      {!hasEnded(job) && <Progress label="Files" done={processed} total={job.progress.files_total} />}
      {hasEnded(job) && job.progress.files_failed < job.progress.files_total && (
        <p>
          <Link to={queryPath(collection)}>Query the collection</Link>
        </p>
      )}
      {job.error_message !== null && <p className="problem">{job.error_message}</p>}
      <ul className="job-files">
        {job.files.map((file) => (
          <li key={`${file.filename} ${file.document_id ?? ''}`}>
            <Status state={file.status} /> <FileName file={file} collection={collection} />{' '}
            <span className={file.error_message === null ? 'hint' : 'problem'}>{newsOf(file)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileName({ file, collection }: { file: Job['files'][number]; collection: string }) {
  return file.document_id === null ? (
    <span className="long">{file.filename}</span>
  ) : (
    <Link className="long" to={documentPath(collection, file.document_id)}>
      {file.filename}
    </Link>
  );
}

/** Why a file failed or was skipped, otherwise its progress. */
function newsOf(file: Job['files'][number]): string {
  if (file.error_message !== null) return file.error_message;
  if (file.skip_reason !== null) return file.skip_reason.replaceAll('_', ' ');
  if (file.pages_read !== null)
    return `page ${formatCount(file.pages_read)} of ${formatCount(file.pages_total ?? 0)}`;
  return file.chunks > 0 ? formatThings(file.chunks, 'chunk') : (file.stage ?? '');
}
