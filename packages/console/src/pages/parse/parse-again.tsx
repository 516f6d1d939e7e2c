import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { formAddress } from './parse-options';
import { type ParseRequest, requestOfJob, startParse } from './start-parse';

type ParseJob = components['schemas']['ParseJob'];

/**
 * Parses the file of a job again with its options. Where the tab does not know the file, a link leads to the
 * form with these options.
 */
export function ParseAgain({ job }: { job: ParseJob }) {
  const request = requestOfJob(job.job_id);
  if (request !== null) return <AgainButton request={request} options={job.options} />;
  return (
    <>
      <Link to={formAddress(job.options)}>Parse again</Link>{' '}
      <span className="hint">The form keeps the options; the file has to be chosen again.</span>
    </>
  );
}

function AgainButton({ request, options }: { request: ParseRequest; options: ParseJob['options'] }) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () => startParse(sheaf, request),
    onSuccess: (jobId) => navigate(`/parse/${encodeURIComponent(jobId)}`),
  });
  return (
    <>
      <button
        type="button"
        className="primary"
        disabled={again.isPending}
        onClick={() => {
          again.mutate();
        }}
      >
        Parse again
      </button>
      {again.error !== null && (
        <>
          <Fault error={again.error} />
          <Link to={formAddress(options)}>Choose the file again</Link>
        </>
      )}
    </>
  );
}
