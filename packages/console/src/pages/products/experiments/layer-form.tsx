import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Fault } from '../../../parts/fault';
import { problemAt } from '../../../parts/field-faults';
import { FormActions } from '../../../parts/form-actions';
import { formatNumber } from '../../../parts/format';
import { Problem } from '../../../parts/problem';
import { TextField } from '../../../parts/text-field';
import { useIndexNames } from '../index/use-index-names';
import { GroupFields } from './group-fields';
import { type LayerDraft, layerFaultsOf, percentOf } from './layer-draft';

/** Form for id, salt and groups of a layer. `send` is called on submit. */
export function LayerForm(props: {
  index: string;
  initial: LayerDraft;
  /** Set for an existing layer, whose id cannot change. */
  isThere?: true;
  sendLabel: string;
  send: (draft: LayerDraft) => Promise<void>;
  close: () => void;
}) {
  const { index, initial, isThere, sendLabel, send, close } = props;
  const [draft, setDraft] = useState(initial);
  // Suggestions only: a key that cannot list indexes can still enter a name.
  const copies = useIndexNames().filter((name) => name !== index);
  const sending = useMutation({ mutationFn: send });
  const faults = layerFaultsOf(sending.error);
  const sum = percentOf(draft);
  const set = (members: Partial<LayerDraft>) => {
    setDraft({ ...draft, ...members });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(draft);
      }}
    >
      {isThere === undefined && (
        <TextField
          label="Id"
          hint="By which its figures are found, also after its end"
          required
          autoFocus
          problem={problemAt(faults, 'id')}
          value={draft.id}
          onChange={(id) => {
            set({ id });
          }}
        />
      )}
      <TextField
        label="Salt"
        hint="It decides who is in which group: another one deals all shoppers anew. Left empty, it is the id"
        problem={problemAt(faults, 'salt')}
        value={draft.salt}
        onChange={(salt) => {
          set({ salt });
        }}
      />
      <GroupFields
        groups={draft.groups}
        copies={copies}
        faults={faults}
        onChange={(groups) => {
          set({ groups });
        }}
      />
      <p role="status" className="hint">
        The shares sum to {formatNumber(sum)} percent{sum === 100 ? '.' : ', and must sum to 100.'}
      </p>
      <Problem text={faults.get('groups')} />
      {sending.error !== null && faults.size === 0 && <Fault error={sending.error} />}
      <FormActions sendLabel={sendLabel} isSending={sending.isPending} back={close} />
    </form>
  );
}
