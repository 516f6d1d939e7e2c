import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { Tick } from '../../parts/tick';
import { type Endpoint, endpointKey, endpointsKey } from './endpoint';
import { changesOf, draftOf } from './endpoint-draft';
import { EndpointForm } from './endpoint-form';

/** A button with the form for the settings of an endpoint. */
export function ChangeEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [resends, setResends] = useState(false);
  const { endpoint_id: id, url } = endpoint;
  const close = () => {
    setIsOpen(false);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setResends(false);
          setIsOpen(true);
        }}
      >
        Change
      </button>
      {isOpen && (
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
      )}
    </>
  );
}
