import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { EpochMoment } from '../../../parts/epoch-moment';
import { formatCount } from '../../../parts/format';
import { Status } from '../../../parts/status';
import { indexPath } from '../index-path';
import { productJobPath } from '../job-path';

export function IndexFacts({ index }: { index: components['schemas']['ProductIndex'] }) {
  const { records, build, aliases, copies, running_job: job } = index;
  return (
    <dl className="index-facts">
      <div>
        <dt>State</dt>
        <dd>
          <Status state={index.status} />
          {job !== null && (
            <>
              {' '}
              <Link to={productJobPath(job)}>job</Link>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Served</dt>
        <dd>{formatCount(records.served)}</dd>
      </div>
      <div>
        <dt>Staged for the next build</dt>
        <dd>{formatCount(records.staged)}</dd>
      </div>
      <div>
        <dt>Live writes under way</dt>
        <dd>{formatCount(records.pending_updates)}</dd>
      </div>
      <div>
        <dt>Ids</dt>
        <dd>{index.id_field === null ? 'found by the first upload' : <code>{index.id_field}</code>}</dd>
      </div>
      <div>
        <dt>Built</dt>
        <dd>
          <EpochMoment at={build?.built_at} />
        </dd>
      </div>
      {aliases.length > 0 && (
        <div>
          <dt>Aliases</dt>
          <dd>{aliases.join(', ')}</dd>
        </div>
      )}
      {copies.length > 0 && (
        <div>
          <dt>Copies in experiments</dt>
          <dd>
            {copies.map((copy) => (
              <Link key={copy} to={indexPath(copy)}>
                {copy}{' '}
              </Link>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
