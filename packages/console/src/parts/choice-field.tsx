import { Field } from './field';

/** Labelled list to choose one of a few values; the empty value means all. */
export function ChoiceField<Value extends string>(props: {
  label: string;
  choices: readonly Value[];
  /** Label of the empty value; default `all`. */
  none?: string;
  value: Value | '';
  onChange: (value: Value | '') => void;
}) {
  const { label, choices, none = 'all', value, onChange } = props;
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            onChange(event.target.value as Value | '');
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
