import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { emptyDraft, settingsOf } from './endpoint-draft';
import { EndpointForm } from './endpoint-form';
import { endpointsKey } from './endpoint';
import { SigningSecret } from './signing-secret';
import { endpointPath } from './webhook-paths';

type Created = components['schemas']['CreatedWebhookEndpoint'];

/** Button with the form for a new endpoint, whose secret is then shown. */
export function CreateEndpoint() {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <>
      <DialogButton label="Create an endpoint" className="primary">
        {(close) => (
          <Dialog title="Create an endpoint" onClose={close}>
            <EndpointForm
              initial={emptyDraft}
              sendLabel="Create"
              send={async (draft) => {
                const made = await sheaf.post('/v2/webhooks/endpoints', { body: settingsOf(draft) });
                setCreated(made);
                close();
                await queries.invalidateQueries({ queryKey: endpointsKey });
              }}
              close={close}
            />
          </Dialog>
        )}
      </DialogButton>
      {created !== null && <CreatedDialog created={created} />}
    </>
  );
}

function CreatedDialog({ created }: { created: Created }) {
  const navigate = useNavigate();
  const open = () => void navigate(endpointPath(created.endpoint_id));
  return (
    <Dialog title="The endpoint is there" onClose={open}>
      <SigningSecret secret={created.secret} />
      <div className="actions">
        <button type="button" className="primary" onClick={open}>
          Open the endpoint
        </button>
      </div>
    </Dialog>
  );
}
