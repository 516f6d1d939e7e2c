import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { FormActions } from '../../parts/form-actions';
import { problemAt } from '../../parts/field-faults';
import { Problem } from '../../parts/problem';
import { Tick } from '../../parts/tick';
import { eventTypes } from './endpoint';
import { type EndpointDraft } from './endpoint-draft';
import { endpointFaultsOf } from './endpoint-faults';
import { FilterFields } from './filter-fields';
import { withValue } from '../../parts/with-value';

/**
 * Form for the settings of an endpoint. `send` is called on submit; faults of a refusal appear at the fields.
 */
export function EndpointForm(props: {
  initial: EndpointDraft;
  sendLabel: string;
  send: (draft: EndpointDraft) => Promise<void>;
  close: () => void;
  /** Text below the fields. */
  children?: (draft: EndpointDraft) => ReactNode;
}) {
  const { initial, sendLabel, send, close, children } = props;
  const [draft, setDraft] = useState(initial);
  const sending = useMutation({ mutationFn: send });
  const faults = endpointFaultsOf(sending.error);
  const set = (members: Partial<EndpointDraft>) => {
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
      <TextFields draft={draft} set={set} problemOf={(member) => problemAt(faults, member)} />
      <fieldset>
        <legend>Events</legend>
        {eventTypes.map((type) => (
          <div key={type}>
            <Tick
              label={type}
              checked={draft.event_types.includes(type)}
              onChange={(isTicked) => {
                set({ event_types: withValue(draft.event_types, type, isTicked) });
              }}
            />
          </div>
        ))}
        <p className="hint">None ticked: all of them.</p>
        <Problem text={problemAt(faults, 'event_types')} />
      </fieldset>
      <FilterFields draft={draft} faults={faults} set={set} />
      <Tick
        label="Events may carry the name of the collection"
        checked={draft.include_collection_name}
        onChange={(include_collection_name) => {
          set({ include_collection_name });
        }}
      />
      {children?.(draft)}
      {sending.error !== null && faults.size === 0 && <Fault error={sending.error} />}
      <FormActions sendLabel={sendLabel} isSending={sending.isPending} back={close} />
    </form>
  );
}

function TextFields(props: {
  draft: EndpointDraft;
  set: (members: Partial<EndpointDraft>) => void;
  problemOf: (member: string) => string | undefined;
}) {
  const { draft, set, problemOf } = props;
  return (
    <>
      <Field label="Address" hint="https, at a public host" problem={problemOf('url')}>
        {(control) => (
          <input
            {...control}
            required
            autoFocus
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/hooks"
            value={draft.url}
            onChange={({ target: { value: url } }) => {
              set({ url });
            }}
          />
        )}
      </Field>
      <Field label="Description" problem={problemOf('description')}>
        {(control) => (
          <input
            {...control}
            value={draft.description}
            onChange={({ target: { value: description } }) => {
              set({ description });
            }}
          />
        )}
      </Field>
    </>
  );
}
