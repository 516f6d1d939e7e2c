import { Field } from './field';

/** Labelled list to choose one of a few values; the empty value means all. */
export function ChoiceField(props: {
  label: string;
  choices: readonly string[];
  /** Label of the empty value; default `all`. */
  none?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, choices, none = 'all', value, onChange } = props;
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          <option value="">{none}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
