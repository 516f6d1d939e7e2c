import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { FormActions } from '../../parts/form-actions';
import { fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { collectionPath } from './collection-path';

export function CreateCollection() {
  return (
    <DialogButton label="Create a collection" className="primary">
      {(close) => <CreateDialog close={close} />}
    </DialogButton>
  );
}

function CreateDialog({ close }: { close: () => void }) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const creation = useMutation({
    async mutationFn() {
      const made = await sheaf.put('/v2/collections/{collection_name}', {
        params: { path: { collection_name: name } },
        body: { description: description === '' ? null : description, metadata: null },
      });
      if (!made.created) throw new Error(`There is a collection named ${name} already.`);
      await queries.invalidateQueries({ queryKey: ['collections'] });
      await navigate(collectionPath(name));
    },
  });
  const faults = fieldFaultsOf(creation.error);
  return (
    <Dialog title="Create a collection" onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <Field
          label="Name"
          hint="3 to 63 letters, digits, hyphens and underscores."
          problem={problemAt(faults, 'path.collection_name')}
        >
          {(control) => (
            <input
              {...control}
              required
              value={name}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="Description" problem={problemAt(faults, 'description')}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              value={description}
              onChange={(event) => {
                setDescription(event.target.value);
              }}
            />
          )}
        </Field>
        {creation.error !== null && faults.size === 0 && <CreateFault error={creation.error} />}
        <FormActions sendLabel="Create" isSending={creation.isPending} back={close} />
      </form>
    </Dialog>
  );
}

const CreateFault = ({ error }: { error: Error }) =>
  error.name === 'Error' ? (
    <p role="alert" className="problem">
      {error.message}
    </p>
  ) : (
    <Fault error={error} />
  );
