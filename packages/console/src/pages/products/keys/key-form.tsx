import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Fault } from '../../../parts/fault';
import { Field } from '../../../parts/field';
import { problemAt } from '../../../parts/field-faults';
import { FormActions } from '../../../parts/form-actions';
import { Problem } from '../../../parts/problem';
import { TextField } from '../../../parts/text-field';
import { Tick } from '../../../parts/tick';
import { withValue } from '../../../parts/with-value';
import { type KeyDraft, keyFaultsOf } from './key-draft';
import { SightFields } from './sight-fields';
import { keyTypes } from './product-key';
import { UseFields } from './use-fields';

/**
 * Form for the permissions and bounds of a key. `send` is called on submit; faults of a refusal appear at the
 * fields.
 */
export function KeyForm(props: {
  initial: KeyDraft;
  /** Set when type and parent are fixed: for an existing key and for its replacement. */
  hasType?: true;
  sendLabel: string;
  send: (draft: KeyDraft) => Promise<void>;
  close: () => void;
}) {
  const { initial, hasType, sendLabel, send, close } = props;
  const [draft, setDraft] = useState(initial);
  const sending = useMutation({ mutationFn: send });
  const faults = keyFaultsOf(sending.error);
  const fields = {
    draft,
    set(members: Partial<KeyDraft>) {
      setDraft({ ...draft, ...members });
    },
    problemOf: (member: string) => problemAt(faults, member),
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(draft);
      }}
    >
      <TextField
        label="Name"
        hint="By which people know the key"
        required
        autoFocus
        problem={fields.problemOf('name')}
        value={draft.name}
        onChange={(name) => {
          fields.set({ name });
        }}
      />
      {hasType === undefined && <TypeFields {...fields} />}
      {draft.type !== 'admin' && <PermissionTicks {...fields} />}
      {draft.type !== 'admin' && <SightFields {...fields} />}
      <UseFields {...fields} />
      {sending.error !== null && faults.size === 0 && <Fault error={sending.error} />}
      <FormActions sendLabel={sendLabel} isSending={sending.isPending} back={close} />
    </form>
  );
}

/** Props that the fields of a key share. */
export interface KeyFieldProps {
  draft: KeyDraft;
  set: (members: Partial<KeyDraft>) => void;
  problemOf: (member: string) => string | undefined;
}

function TypeFields({ draft, set, problemOf }: KeyFieldProps) {
  return (
    <>
      <Field label="Type" problem={problemOf('type')}>
        {(control) => (
          <select
            {...control}
            value={draft.type}
            onChange={({ target: { value } }) => {
              const known = keyTypes.find(({ type }) => type === value);
              if (known !== undefined) set({ type: known.type, permissions: [] });
            }}
          >
            {keyTypes.map(({ type, about }) => (
              <option key={type} value={type}>
                {type}: {about}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.type === 'scoped' && (
        <TextField
          label="Parent, by id"
          hint="A search key or a scoped key. The new key ends with it"
          required
          problem={problemOf('parent')}
          value={draft.parent}
          onChange={(parent) => {
            set({ parent });
          }}
        />
      )}
    </>
  );
}

function PermissionTicks({ draft, set, problemOf }: KeyFieldProps) {
  const offered = keyTypes.find(({ type }) => type === draft.type)?.permissions ?? [];
  return (
    <fieldset>
      <legend>Permissions</legend>
      <div className="ticks">
        {offered.map((permission) => (
          <Tick
            key={permission}
            label={permission}
            checked={draft.permissions.includes(permission)}
            onChange={(isTicked) => {
              set({ permissions: withValue(draft.permissions, permission, isTicked) });
            }}
          />
        ))}
      </div>
      <p className="hint">None ticked: all {draft.type === 'scoped' ? 'of the parent' : 'of the type'}.</p>
      <Problem text={problemOf('permissions')} />
    </fieldset>
  );
}
