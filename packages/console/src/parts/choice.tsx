/** List to choose one value from. */
export function Choice<Value extends string>(props: {
  label: string;
  value: Value | '';
  values: readonly Value[];
  /** Label of the first entry, whose value is empty; default `all`. */
  none?: string;
  onChange: (value: Value | '') => void;
}) {
  const { label, value, values, none = 'all', onChange } = props;
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChange(event.target.value as Value | '');
        }}
      >
        <option value="">{none}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}
