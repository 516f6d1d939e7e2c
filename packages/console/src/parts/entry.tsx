import { useEntry } from './use-entry';

/** Text field in a row of filters that commits on Enter or blur. */
export function Entry(props: { label: string; value: string; onEnter: (value: string) => void }) {
  const { label, value, onEnter } = props;
  const entry = useEntry(value, onEnter);
  return (
    <label>
      {label} <input {...entry} />
    </label>
  );
}
