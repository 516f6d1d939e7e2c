import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Dialog } from '../../../parts/dialog';
import { DialogButton } from '../../../parts/dialog-button';
import { SecretShown } from '../../../parts/secret-shown';
import { type KeyDraft, newKeyOf } from './key-draft';
import { KeyForm } from './key-form';
import { keysKey } from './product-key';

/** Button with the form for a new key, whose text is shown once. */
export function MakeKey(props: {
  label: string;
  title: string;
  className?: string;
  initial: KeyDraft;
  hasType?: true;
  /** Text above the fields. */
  about?: ReactNode;
  /** Text below the new key. */
  next?: ReactNode;
}) {
  const { label, title, className, initial, hasType, about, next } = props;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [made, setMade] = useState<components['schemas']['CreatedProductKey'] | null>(null);
  const forget = () => {
    setMade(null);
  };
  return (
    <>
      <DialogButton label={label} {...(className !== undefined && { className })}>
        {(close) => (
          <Dialog title={title} onClose={close}>
            {about}
            <KeyForm
              initial={initial}
              {...(hasType && { hasType })}
              sendLabel="Create the key"
              send={async (draft) => {
                setMade(await sheaf.post('/v1/keys', { body: newKeyOf(draft) }));
                close();
                await queries.invalidateQueries({ queryKey: keysKey });
              }}
              close={close}
            />
          </Dialog>
        )}
      </DialogButton>
      {made !== null && (
        <Dialog title={`The key ${made.name} is there`} onClose={forget}>
          <SecretShown
            what="This is the text of the key. It is shown this once: keep it where the key is used."
            copyLabel="Copy the key"
            secret={made.key}
          >
            {next}
          </SecretShown>
          <div className="actions">
            <button type="button" className="primary" onClick={forget}>
              I have it
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
