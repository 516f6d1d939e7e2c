import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { FormActions } from '../../parts/form-actions';
import { fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { parseJsonObject } from '../../parts/parse-json';
import { indexPath } from './index-path';

/** Form for a new index: its name, and the settings that cannot change later. */
export function CreateIndex({ onClose }: { onClose: () => void }) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [idField, setIdField] = useState('');
  const [settings, setSettings] = useState('');
  const parsed = parseJsonObject(settings);
  const creation = useMutation({
    async mutationFn() {
      return await sheaf.post('/v1/indexes', {
        body: {
          name,
          id_field: idField === '' ? null : idField,
          ...(parsed.value !== null && {
            settings: parsed.value,
          }),
        },
      });
    },
    async onSuccess(index) {
      await queryClient.invalidateQueries({ queryKey: ['product-indexes'] });
      void navigate(indexPath(index.name, 'records'));
    },
  });
  const faults = fieldFaultsOf(creation.error);
  return (
    <Dialog title="Create an index" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.problem === undefined) creation.mutate();
        }}
      >
        <Field
          label="Name"
          hint="Lower-case letters, digits, hyphens and underscores"
          problem={problemAt(faults, 'name')}
        >
          {(control) => (
            <input
              {...control}
              required
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field
          label="Field of the ids"
          hint="Left empty, the first upload finds it"
          problem={problemAt(faults, 'id_field')}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={idField}
              onChange={(event) => {
                setIdField(event.target.value);
              }}
            />
          )}
        </Field>
        <Field
          label="Settings as JSON"
          hint="Only needed for acl, tenant_field and audit, which are fixed with the index; all others can be set later"
          problem={parsed.problem ?? problemAt(faults, 'settings')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={4}
              spellCheck={false}
              value={settings}
              onChange={(event) => {
                setSettings(event.target.value);
              }}
            />
          )}
        </Field>
        {creation.error !== null && <Fault error={creation.error} />}
        <FormActions sendLabel="Create" isSending={creation.isPending} back={onClose} />
      </form>
    </Dialog>
  );
}
