import { useId } from 'react';
import { formatCount } from '../../parts/format';

/** Field that narrows a list while it is typed, with the number of rows that stay. */
export function NameSearch(props: {
  label: string;
  value: string;
  found: number;
  of: number;
  onChange: (value: string) => void;
}) {
  const { label, value, found, of, onChange } = props;
  const id = useId();
  return (
    <div className="name-search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <span role="status" className="hint">
        {value.trim() === '' ? formatCount(of) : `${formatCount(found)} of ${formatCount(of)}`}
      </span>
    </div>
  );
}
