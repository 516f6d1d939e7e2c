import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { formAddress, requestOptions } from './parse-options';
import { type ParseRequest, startParse } from './start-parse';

type ParseJob = components['schemas']['ParseJob'];

/**
 * Parses the file of a job again with its options. Where the service does not tell the file, or has it no
 * more, a link leads to the form with these options.
 */
export function ParseAgain({ job: { input, type, options } }: { job: ParseJob }) {
  if (input !== null)
    return <AgainButton request={{ type, input, options: requestOptions(options) }} options={options} />;
  return (
    <>
      <Link to={formAddress(options)}>Parse again</Link>{' '}
      <span className="hint">
        The form keeps the options. The link had credentials, which are not kept, and has to be entered again.
      </span>
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
