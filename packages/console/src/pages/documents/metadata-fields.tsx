import { useId } from 'react';
import { type MetadataRow } from './metadata-rows';

/** Fields for keys and values, with faults next to them. */
export function MetadataFields(props: {
  rows: readonly MetadataRow[];
  change: (rows: MetadataRow[]) => void;
  fault: { key: string; reason: string } | null;
}) {
  const { rows, change, fault } = props;
  const faultId = useId();
  const put = (id: number, changes: Partial<MetadataRow>) => {
    change(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  };
  return (
    <>
      <p className="hint">
        Values are texts, numbers, true, false or lists of texts such as [&quot;a&quot;, &quot;b&quot;]. A
        number in quotes is a text.
      </p>
      {rows.map(({ id, key, value }, at) => {
        const isWrong = fault !== null && fault.key.split('.')[0] === key;
        const described = isWrong ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};
        return (
          <div key={id} className="metadata-row">
            <input
              aria-label={`Key ${at + 1}`}
              value={key}
              {...described}
              onChange={(event) => {
                put(id, { key: event.target.value });
              }}
            />
            <input
              aria-label={`Value of ${key === '' ? `key ${at + 1}` : key}`}
              className="code"
              value={value}
              {...described}
              onChange={(event) => {
                put(id, { value: event.target.value });
              }}
            />
            <button
              type="button"
              aria-label={`Remove ${key === '' ? `key ${at + 1}` : key}`}
              onClick={() => {
                change(rows.filter((row) => row.id !== id));
              }}
            >
              Remove
            </button>
            {isWrong && (
              <p id={faultId} role="alert" className="problem">
                {fault.reason}
              </p>
            )}
          </div>
        );
      })}
      {fault !== null && !rows.some(({ key }) => key === fault.key.split('.')[0]) && (
        <p role="alert" className="problem">
          {fault.key}: {fault.reason}
        </p>
      )}
    </>
  );
}
