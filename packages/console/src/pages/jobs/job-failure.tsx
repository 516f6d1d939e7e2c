import { type components } from 'sheaf-client';
import { Fault } from '../../parts/fault';
import { formatCount, formatThings } from '../../parts/format';
import { fileAdvice, type FileFault, jobAdvice } from './job-advice';
import { type JobFile, useFailedFiles } from './use-failed-files';

type IndexJob = components['schemas']['IndexJob'];

/** Files of one fault that are named; of more the number is told. */
const namesMax = 5;

/** Reason of a failed job, the faults of its files, and the next step for each; nothing without a fault. */
export function JobFailure({ job }: { job: IndexJob }) {
  const { error_code: code, error_message: message, progress, status } = job;
  const files = useFailedFiles(job);
  const advice = code ?? (status === 'timed_out' ? status : null);
  if (advice === null && message === null && progress.files_failed === 0) return null;
  const failed = files.data ?? [];
  const faults = new Set(failed.map(faultOf));
  return (
    <section className="job-failure" aria-labelledby="job-failure">
      <h2 id="job-failure">{titleOf(job)}</h2>
      {(message !== null || code !== null) && (
        <p role="alert" className="problem">
          {message} {code !== null && <code>{code}</code>}
        </p>
      )}
      {advice !== null && <p>{jobAdvice[advice]}</p>}
      {files.error !== null && <Fault error={files.error} retry={() => void files.refetch()} />}
      {faults.size > 0 && (
        <ul>
          {[...faults].map((fault) => (
            <FileGroup key={fault} fault={fault} files={failed.filter((file) => faultOf(file) === fault)} />
          ))}
        </ul>
      )}
    </section>
  );
}

const faultOf = ({ error_code: code }: JobFile): FileFault => code ?? 'internal_error';

function titleOf({ status, progress: { files_failed: failed, files_total: total } }: IndexJob): string {
  const ofFiles = `${formatCount(failed)} of ${formatThings(total, 'file')} failed`;
  if (status === 'timed_out') return 'The job ran out of time';
  return failed > 0 ? ofFiles : 'The job failed';
}

/** Files with the same fault: their messages, and the next step. */
function FileGroup({ fault, files }: { fault: FileFault; files: readonly JobFile[] }) {
  const rest = files.length - namesMax;
  return (
    <li>
      <code>{fault}</code> · {formatThings(files.length, 'file')}
      <ul>
        {files.slice(0, namesMax).map(({ uri, filename, error_message: message }) => (
          <li key={`${uri} ${filename}`} className="long">
            <strong>{filename}</strong>: <span className="problem">{message ?? fault}</span>
          </li>
        ))}
        {rest > 0 && <li className="hint">and {formatCount(rest)} more, in the list below</li>}
      </ul>
      <p>{fileAdvice[fault]}</p>
    </li>
  );
}
