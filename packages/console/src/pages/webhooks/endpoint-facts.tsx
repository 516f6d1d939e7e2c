import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { CopyId } from '../../parts/copy-id';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Endpoint } from './endpoint';
import { EndpointState } from './endpoint-state';
import { messagePath } from './webhook-paths';

export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { last_delivery: last, disabled_at: disabledAt } = endpoint;
  return (
    <dl className="facts">
      <dt>Address</dt>
      <dd>{endpoint.url}</dd>
      {endpoint.description !== null && (
        <>
          <dt>Description</dt>
          <dd>{endpoint.description}</dd>
        </>
      )}
      <dt>State</dt>
      <dd>
        <EndpointState endpoint={endpoint} />
        {disabledAt !== null && (
          <>
            {' '}
            since <Moment isExact at={disabledAt} />
          </>
        )}
      </dd>
      <dt>Last attempt</dt>
      <dd>
        {last === null ? (
          'none yet'
        ) : (
          <>
            <Link to={messagePath(endpoint.endpoint_id, last.message_id)}>
              <Moment at={last.at} />
            </Link>
            , <Status state={last.status} />
          </>
        )}
      </dd>
      <dt>Events</dt>
      <dd>{endpoint.event_types.length === 0 ? 'all' : endpoint.event_types.join(', ')}</dd>
      <dt>Only jobs of</dt>
      <dd>
        <Filter endpoint={endpoint} />
      </dd>
      <dt>Name of the collection</dt>
      <dd>{endpoint.include_collection_name ? 'may be in an event' : 'is in no event that comes here'}</dd>
      <dt>Id</dt>
      <dd>
        <CopyId id={endpoint.endpoint_id} />
      </dd>
      <dt>Created</dt>
      <dd>
        <Moment at={endpoint.created_at} />, changed <Moment at={endpoint.updated_at} />
      </dd>
    </dl>
  );
}

function Filter({ endpoint }: { endpoint: Endpoint }) {
  const { collection_ids: collections, sync_ids: syncs, sources, channels } = endpoint;
  const nameOf = useCollectionNames(collections.length > 0);
  const said = [
    collections.length > 0 && `collections ${collections.map(nameOf).join(', ')}`,
    syncs.length > 0 && `syncs ${syncs.join(', ')}`,
    sources.length > 0 && `source ${sources.join(', ')}`,
    channels !== null && `channels ${channels.join(', ')}`,
  ].filter((part) => part !== false);
  return said.length === 0 ? 'everything' : said.join('; ');
}

const namesMax = 200;

/** Names of collections by id; those of other environments are shown by id. */
function useCollectionNames(enabled: boolean): (id: string) => string {
  const sheaf = useSheaf();
  const { data } = useQuery({
    queryKey: ['collections', 'names'],
    queryFn: ({ signal }) => sheaf.get('/v2/collections', { params: { query: { limit: namesMax } }, signal }),
    enabled,
  });
  const names = new Map(data?.collections.map(({ collection_id: id, collection_name: name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
