import { type components } from 'sheaf-client';
import { usePresentedKey } from '../data/use-presented-key';
import { CopyId } from '../parts/copy-id';
import { formatThings } from '../parts/format';
import { Moment } from '../parts/moment';
import { PaletteButton } from './palette/palette-button';

const environmentNames = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
} as const;

/** Bar above all pages: where the key of the session works, what it may do, and the palette. */
export function SessionBar() {
  const { data: presented } = usePresentedKey();
  return (
    <header className="session-bar">
      {presented !== undefined && <KeyFacts presented={presented} />}
      <PaletteButton />
    </header>
  );
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
