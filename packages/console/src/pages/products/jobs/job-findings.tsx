import { type components } from 'sheaf-client';
import { formatCount } from '../../../parts/format';

/** Findings of a job: values that do not fit, warnings, and facets without counts. */
export function JobFindings({ job }: { job: components['schemas']['ProductJob'] }) {
  const amounts = job.result?.constraints?.reason ?? null;
  return (
    <>
      {job.bad_values.length > 0 && (
        <>
          <h3>Values that do not fit their type</h3>
          <ul>
            {job.bad_values.map(({ field, type, bad, of, examples }) => (
              <li key={field}>
                <code>{field}</code>: {formatCount(bad)} of {formatCount(of)} are no {type}
                {examples.length > 0 &&
                  `, such as ${examples.map((value) => JSON.stringify(value)).join(', ')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {job.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="notice">
          {message} <code>{code}</code>
        </p>
      ))}
      {amounts !== null && <p className="hint">Amounts in queries are not compared: {amounts}</p>}
    </>
  );
}
