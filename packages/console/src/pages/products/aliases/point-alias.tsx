import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../../data/data-provider';
import { Dialog } from '../../../parts/dialog';
import { DialogButton } from '../../../parts/dialog-button';
import { Fault } from '../../../parts/fault';
import { fieldFaultsOf, problemAt } from '../../../parts/field-faults';
import { FormActions } from '../../../parts/form-actions';
import { TextField } from '../../../parts/text-field';
import { useIndexNames } from '../index/use-index-names';
import { useAliasesChanged } from './alias';

/** Button that creates an alias, or points the given one to another index. */
export function PointAlias({ alias }: { alias?: string }) {
  return alias === undefined ? (
    <DialogButton label="Create an alias" className="primary">
      {(close) => (
        <Dialog title="Create an alias" onClose={close}>
          <AliasForm sendLabel="Create" close={close} />
        </Dialog>
      )}
    </DialogButton>
  ) : (
    <DialogButton label="Move">
      {(close) => (
        <Dialog title={`Move ${alias}`} onClose={close}>
          <p className="hint">Every search sees the index before or the one after, and none fails.</p>
          <AliasForm alias={alias} sendLabel="Move the alias" close={close} />
        </Dialog>
      )}
    </DialogButton>
  );
}

function AliasForm({ alias, sendLabel, close }: { alias?: string; sendLabel: string; close: () => void }) {
  const sheaf = useSheaf();
  const names = useIndexNames();
  const changed = useAliasesChanged();
  const [name, setName] = useState(alias ?? '');
  const [index, setIndex] = useState('');
  const pointing = useMutation({
    async mutationFn() {
      await sheaf.put('/v1/aliases/{alias}', { params: { path: { alias: name } }, body: { index } });
      close();
      await changed();
    },
  });
  const faults = fieldFaultsOf(pointing.error);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        pointing.mutate();
      }}
    >
      {alias === undefined && (
        <TextField
          label="Name"
          hint="Lower-case letters, digits, hyphens and underscores; no index has it"
          required
          autoFocus
          problem={problemAt(faults, 'path.alias')}
          value={name}
          onChange={setName}
        />
      )}
      <TextField
        label="Index"
        required
        known={names}
        problem={problemAt(faults, 'index')}
        value={index}
        onChange={setIndex}
      />
      {pointing.error !== null && faults.size === 0 && <Fault error={pointing.error} />}
      <FormActions sendLabel={sendLabel} isSending={pointing.isPending} back={close} />
    </form>
  );
}
