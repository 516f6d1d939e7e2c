import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyId } from '../../parts/copy-id';
import { formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { collectionPath } from '../collections/collection-path';
import { stateOf, type Sync } from './sync';

/** Why the last run of a sync failed, its state, and what it follows. */
export function SyncFacts({ sync }: { sync: Sync }) {
  const { last_sync_error: code, last_sync_error_message: message } = sync;
  return (
    <>
      {code !== null && (
        <div className="fault">
          <p role="alert" className="problem">
            {message} <code>{code}</code>
          </p>
          <p>{advice[code]}</p>
        </div>
      )}
      <dl className="facts">
        {factsOf(sync).map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Next step after each fault. */
const advice: Readonly<Record<NonNullable<Sync['last_sync_error']>, string>> = {
  source_listing_suspicious:
    'Nothing was removed. Look whether the container is there and the account key is still valid; the next good run clears this.',
  collection_moved: 'Move the collection back into this environment, then resume the sync.',
  collection_deleted: 'The sync ended with its collection.',
  indexing_failed: 'The job of the last run says by what it was stopped. The next run continues behind it.',
  execution_failed: 'Run it again. If it fails again, give the id of the sync to an operator.',
};

const deletions = {
  mirror: 'its document is removed',
  archive: 'its document is left out of queries until the file is back',
  ignore: 'its document stays',
} as const;

function factsOf(sync: Sync): [string, ReactNode][] {
  const { collection_name: collection, last_sync_job_id: job, include_patterns: include } = sync;
  const { exclude_patterns: exclude, sync_interval_minutes: minutes } = sync;
  return [
    ['State', <Status key="state" state={stateOf(sync)} />],
    [
      'Collection',
      <Link key="collection" to={collectionPath(collection)}>
        {collection}
      </Link>,
    ],
    ['Storage account', sync.account_name],
    ['Container', sync.bucket],
    ['Names begin with', sync.prefix === '' ? 'anything' : <code>{sync.prefix}</code>],
    ['Only', patternsText(include, 'every file')],
    ['Leaves out', patternsText(exclude, 'nothing')],
    ['When a file goes', deletions[sync.deletion_policy]],
    ['Personal data', sync.mask_pii ? 'masked' : 'not masked'],
    ['Runs', minutes === null ? 'only when asked for' : `every ${formatThings(minutes, 'minute')}`],
    [
      'Last run',
      <>
        <Moment at={sync.last_sync_at} />
        {job !== null && (
          <>
            {' '}
            (<Link to={`/jobs/documents/${encodeURIComponent(job)}`}>its job</Link>)
          </>
        )}
      </>,
    ],
    ['Next run', <Moment key="next" at={sync.next_sync_at} />],
    ['Id', <CopyId key="id" id={sync.sync_id} />],
    ['Created', <Moment key="created" at={sync.created_at} />],
  ];
}

function patternsText(patterns: readonly string[], none: string): ReactNode {
  return patterns.length === 0 ? none : <code>{patterns.join(', ')}</code>;
}
