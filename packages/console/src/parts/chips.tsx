import { useRef } from 'react';
import './chips.css';

/** Choices as buttons that remove them. */
export function Chips<Rest>(props: {
  label: string;
  /** Choices, each with what remains without it. */
  chips: readonly { text: string; rest: Rest }[];
  /** What remains without all of them: several ones then have a button that clears them. Default none. */
  cleared?: Rest;
  /** Takes what remains. */
  onChange: (rest: Rest) => void;
}) {
  const { label, chips, cleared, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  const change = (rest: Rest) => {
    onChange(rest);
    // The button that had the focus goes.
    group.current?.focus();
  };
  return (
    <div ref={group} className="chips" role="group" aria-label={label} tabIndex={-1}>
      {chips.map(({ text, rest }, at) => (
        <button
          // The same choice may stand there twice.
          key={`${at} ${text}`}
          type="button"
          className="chip"
          aria-label={`Remove ${text}`}
          onClick={() => {
            change(rest);
          }}
        >
          {text} <span aria-hidden="true">×</span>
        </button>
      ))}
      {cleared !== undefined && chips.length > 1 && (
        <button
          type="button"
          className="link"
          onClick={() => {
            change(cleared);
          }}
        >
          Clear all
        </button>
      )}
    </div>
  );
}
