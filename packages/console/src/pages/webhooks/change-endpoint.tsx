import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { Tick } from '../../parts/tick';
import { type Endpoint, endpointKey, endpointsKey } from './endpoint';
import { changesOf, draftOf } from './endpoint-draft';
import { EndpointForm } from './endpoint-form';

/** Button with the form for the settings of an endpoint. */
export function ChangeEndpoint({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DialogButton label="Change">
      {(close) => <ChangeDialog endpoint={endpoint} close={close} />}
    </DialogButton>
  );
}

function ChangeDialog({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [resends, setResends] = useState(false);
  const { endpoint_id: id, url } = endpoint;
  return (
    <Dialog title="Change the endpoint" onClose={close}>
      <EndpointForm
        initial={draftOf(endpoint)}
        sendLabel="Save"
        send={async (draft) => {
          const changes = changesOf(endpoint, draft);
          await sheaf.patch('/v2/webhooks/endpoints/{endpoint_id}', {
            params: { path: { endpoint_id: id } },
            body: { ...changes, ...(changes.url !== undefined && resends && { resend_waiting: true }) },
          });
          close();
          await queries.invalidateQueries({ queryKey: endpointKey(id) });
          await queries.invalidateQueries({ queryKey: endpointsKey });
        }}
        close={close}
      >
        {(draft) =>
          draft.url !== url && (
            <Tick
              label="Send what waits for an attempt to the new address at once"
              checked={resends}
              onChange={setResends}
            />
          )
        }
      </EndpointForm>
    </Dialog>
  );
}
