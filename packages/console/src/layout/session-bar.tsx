import { useQuery } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../data/data-provider';
import { CopyId } from '../parts/copy-id';
import { formatThings } from '../parts/format';
import { Moment } from '../parts/moment';

const environmentNames = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
} as const;

/** Bar above all pages: where the key of the session works, and what it may do. */
export function SessionBar() {
  const sheaf = useSheaf();
  const presented = useQuery({
    queryKey: ['presented-key'],
    queryFn: ({ signal }) => sheaf.get('/v2/key', { signal }),
    staleTime: Infinity,
  });
  return <header className="session-bar">{presented.data && <KeyFacts presented={presented.data} />}</header>;
}

function KeyFacts({ presented }: { presented: components['schemas']['PresentedKey'] }) {
  const { key_id: keyId, organization_id: organizationId, environment, permissions } = presented;
  return (
    <>
      <span className={`environment ${environment}`}>{environmentNames[environment]}</span>
      <span className="organization">
        Organization <CopyId id={organizationId} />
      </span>
      <details>
        <summary>{formatThings(permissions.length, 'permission')}</summary>
        <dl className="card facts">
          <dt>Permissions</dt>
          <dd>{permissions.join(', ')}</dd>
          <dt>Key</dt>
          <dd>
            <CopyId id={keyId} />
          </dd>
          <dt>Expires</dt>
          <dd>{presented.expires_at === null ? 'never' : <Moment isExact at={presented.expires_at} />}</dd>
        </dl>
      </details>
    </>
  );
}
