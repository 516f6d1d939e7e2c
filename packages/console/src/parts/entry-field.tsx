import { Field } from './field';
import { useEntry } from './use-entry';

/** Labelled text field that commits on Enter or blur, with its fault. */
export function EntryField(props: {
  label: string;
  problem?: string | undefined;
  value: string;
  onEnter: (value: string) => void;
}) {
  const { label, problem, value, onEnter } = props;
  const entry = useEntry(value, onEnter);
  return (
    <Field label={label} problem={problem}>
      {(control) => <input {...control} {...entry} autoComplete="off" />}
    </Field>
  );
}
