import { useRef } from 'react';
import './chips.css';

/** Choices as buttons that remove them. */
export function Chips<Rest>(props: {
  label: string;
  chips: readonly { text: string; rest: Rest }[];
  /** Takes what remains without the removed chip. */
  onChange: (rest: Rest) => void;
}) {
  const { label, chips, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  return (
    <div ref={group} className="removable-chips" role="group" aria-label={label} tabIndex={-1}>
      {chips.map(({ text, rest }) => (
        <button
          key={text}
          type="button"
          className="chip"
          aria-label={`Remove ${text}`}
          onClick={() => {
            onChange(rest);
            // The button that had the focus goes.
            group.current?.focus();
          }}
        >
          {text} <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  );
}
