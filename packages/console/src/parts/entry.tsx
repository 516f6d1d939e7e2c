import { useEntry } from './use-entry';

/** A text in a row of filters, which counts once it was entered. */
export function Entry(props: { label: string; value: string; onEnter: (value: string) => void }) {
  const { label, value, onEnter } = props;
  const entry = useEntry(value, onEnter);
  return (
    <label>
      {label} <input {...entry} />
    </label>
  );
}
