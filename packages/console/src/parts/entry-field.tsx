import { Field } from './field';
import { useEntry } from './use-entry';

/** A text that counts once it was entered, with what is wrong with it. */
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
