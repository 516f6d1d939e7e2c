import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { SheafError } from 'sheaf-client';
import { mayPass, useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { addressOf, askedAgain } from '../../parts/queries/asked';
import { StoredAnswer } from './stored-answer';
import { StoredQueryFacts } from './stored-query-facts';
import './history.css';

const retriesMax = 4;

/** Page of one query in the history, with its request and its answer. */
export function StoredQueryPage() {
  const { queryId = '' } = useParams();
  const sheaf = useSheaf();
  const query = useQuery({
    queryKey: ['query', queryId],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/queries/{query_id}', { params: { path: { query_id: queryId } }, signal }),
    // The history contains a query only moments after its answer: a missing one is retried.
    retry: (failures, error) =>
      failures < retriesMax && (mayPass(error) || (error instanceof SheafError && error.status === 404)),
  });
  const { data: stored, error } = query;
  return (
    <Page title="Stored query" actions={<Link to="/history">History</Link>}>
      {error !== null && <Fault error={error} retry={() => void query.refetch()} />}
      {stored === undefined && query.isFetching && <progress aria-label="Reading" />}
      {stored !== undefined && (
        <>
          <StoredQueryFacts stored={stored} />
          {stored.request !== null && stored.api_version === 'v3' && (
            <p>
              <Link to={addressOf(askedAgain(stored.collection, stored.request))}>Open in Query</Link>
            </p>
          )}
          <h2>Request</h2>
          {stored.request === null ? (
            <p className="empty">The body is not there any more ({stored.body_status}).</p>
          ) : (
            <pre tabIndex={0}>{JSON.stringify(stored.request, null, 2)}</pre>
          )}
          <h2>Answer</h2>
          <StoredAnswer stored={stored} />
        </>
      )}
    </Page>
  );
}
