import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';
import { Dialog } from '../../../parts/dialog';
import { DialogButton } from '../../../parts/dialog-button';
import { Tick } from '../../../parts/tick';
import { draftOfKey, emptyKeyDraft, keyChangesOf } from './key-draft';
import { KeyForm } from './key-form';
import { MakeKey } from './make-key';
import { isParent, keyKey, keysKey, type ProductKey } from './product-key';

/** All actions on a key. A key that an operator made can only be derived from and replaced. */
export function KeyActions({ productKey: key }: { productKey: ProductKey }) {
  const draft = draftOfKey(key);
  return (
    <>
      {isParent(key) && (
        <MakeKey
          label="Derive a key"
          title={`Derive a key from ${key.name}`}
          hasType
          initial={{ ...emptyKeyDraft, type: 'scoped', parent: key.id }}
          about={<p className="hint">What is left empty is as the parent has it.</p>}
        />
      )}
      <MakeKey
        label="Replace"
        title={`Replace ${key.name}`}
        hasType
        initial={draft}
        about={
          <p className="hint">
            A key cannot get another text. A new key with the same bounds is made, and both work.
          </p>
        }
        next={
          <p>
            The former key works on. Delete it, or set its end, once the new one is in use everywhere. Keys
            that derive from it and tokens that it signed end with it.
          </p>
        }
      />
      {!key.issued_by_service && <ChangeKey productKey={key} />}
      {!key.issued_by_service && <DeleteKey productKey={key} />}
    </>
  );
}

function ChangeKey({ productKey: key }: { productKey: ProductKey }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  return (
    <DialogButton label="Change">
      {(close) => (
        <Dialog title={`Change ${key.name}`} onClose={close}>
          <p className="hint">
            Name, origins and end change freely; all else can only become narrower. Every process follows
            within five seconds.
          </p>
          <KeyForm
            initial={draftOfKey(key)}
            hasType
            sendLabel="Save"
            send={async (draft) => {
              const changed = await sheaf.patch('/v1/keys/{key_id}', {
                params: { path: { key_id: key.id } },
                body: keyChangesOf(key, draft),
              });
              close();
              queries.setQueryData(keyKey(key.id), changed);
              await queries.invalidateQueries({ queryKey: keysKey });
            }}
            close={close}
          />
        </Dialog>
      )}
    </DialogButton>
  );
}

function DeleteKey({ productKey: key }: { productKey: ProductKey }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [cascades, setCascades] = useState(false);
  return (
    <Confirm
      label="Delete"
      title={`Delete ${key.name}`}
      confirmLabel={`Delete key ${key.name}`}
      name={key.name}
      consequence={
        <>
          <p>
            Requests with the key are refused within five seconds, and those with tokens that it signed. It
            cannot be brought back.
          </p>
          <Tick
            label="Delete the keys that derive from it or that it made, too; without this the service refuses"
            checked={cascades}
            onChange={setCascades}
          />
        </>
      }
      act={async () => {
        await sheaf.delete('/v1/keys/{key_id}', {
          params: { path: { key_id: key.id }, ...(cascades && { query: { cascade: 'true' as const } }) },
        });
        await navigate('/products/keys');
        queries.removeQueries({ queryKey: keyKey(key.id) });
        await queries.invalidateQueries({ queryKey: keysKey });
      }}
    />
  );
}
