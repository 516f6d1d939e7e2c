import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { productJobPath } from '../job-path';

/** When the saved settings take effect, in words of the service; empty when they are served. */
export function AppliesAt({ answer }: { answer: components['schemas']['ProductSettings'] }) {
  const { applies_at: appliesAt, job } = answer;
  if (appliesAt === 'served')
    return (
      <p className="hint" role="status">
        The settings are in effect.
      </p>
    );
  return (
    <p className="notice" role="status">
      Some settings or records are not served yet. When they take effect: {appliesAt}.
      {job !== null && (
        <>
          {' '}
          <Link to={productJobPath(job.id)}>Follow the build</Link>
        </>
      )}
    </p>
  );
}
