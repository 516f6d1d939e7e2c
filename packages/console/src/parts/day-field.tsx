import { Field } from './field';

/** Field for an optional day, such as `2026-11-24`. */
export function DayField(props: {
  label: string;
  problem?: string | undefined;
  value: string;
  onChange: (day: string) => void;
}) {
  const { label, problem, value, onChange } = props;
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
