import { useRef } from 'react';
import { type Condition, conditionText } from './metadata-filter';

/** The parts of a filter, as buttons that remove them. */
export function FilterChips(props: {
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const { conditions, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  const change = (next: readonly Condition[]) => {
    onChange(next);
    // The button that had the focus goes.
    group.current?.focus();
  };
  return (
    <div ref={group} className="chips" role="group" aria-label="Conditions" tabIndex={-1}>
      {conditions.map((condition, at) => {
        const text = conditionText(condition);
        return (
          <button
            // The same condition may stand there twice.
            key={`${at} ${text}`}
            type="button"
            className="chip"
            aria-label={`Remove ${text}`}
            onClick={() => {
              change(conditions.toSpliced(at, 1));
            }}
          >
            {text} <span aria-hidden>×</span>
          </button>
        );
      })}
      {conditions.length > 1 && (
        <button
          type="button"
          className="link"
          onClick={() => {
            change([]);
          }}
        >
          Clear all
        </button>
      )}
    </div>
  );
}
