import { useState } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { Dialog } from '../../parts/dialog';
import { Moment } from '../../parts/moment';
import { Tick } from '../../parts/tick';
import { type Endpoint, hostOf } from './endpoint';
import { SigningSecret } from './signing-secret';

/** Button that rotates the secret of an endpoint and shows the new one. */
export function RotateSecret({ endpoint }: { endpoint: Endpoint }) {
  const sheaf = useSheaf();
  const [expiresNow, setExpiresNow] = useState(false);
  const [rotated, setRotated] = useState<
    (components['schemas']['RotatedWebhookSecret'] & { expiredNow: boolean }) | null
  >(null);
  const close = () => {
    setRotated(null);
  };
  return (
    <>
      <Confirm
        label="Rotate the secret"
        title={`Rotate the secret of ${hostOf(endpoint)}`}
        confirmLabel={`Rotate the secret of ${hostOf(endpoint)}`}
        name={hostOf(endpoint)}
        consequence={
          <>
            <p>
              The endpoint gets a new signing secret. For 24 hours requests carry signatures of both, so that
              the receiver can change over meanwhile.
            </p>
            <Tick
              label="Expire the old one now, as when it was disclosed"
              checked={expiresNow}
              onChange={setExpiresNow}
            />
          </>
        }
        act={async () => {
          const answer = await sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/rotate-secret', {
            params: { path: { endpoint_id: endpoint.endpoint_id } },
            body: expiresNow ? { expire_old: 'now' } : {},
          });
          setRotated({ ...answer, expiredNow: expiresNow });
          setExpiresNow(false);
        }}
      />
      {rotated !== null && (
        <Dialog title="The new secret" onClose={close}>
          <SigningSecret secret={rotated.secret}>
            <p>
              {rotated.expiredNow ? (
                'Requests carry no signature of a former secret any more.'
              ) : (
                <>
                  The former secret signs, too, until{' '}
                  <Moment isExact at={rotated.previous_secret_valid_until} />.
                </>
              )}
            </p>
          </SigningSecret>
          <div className="actions">
            <button type="button" className="primary" onClick={close}>
              I have it
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
