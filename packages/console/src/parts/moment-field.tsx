import { type ReactNode } from 'react';
import { Field } from './field';

/** Field for an optional time, shown in the time zone of the browser; the value is ISO 8601 in UTC. */
export function MomentField(props: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  value: string;
  onChange: (iso: string) => void;
}) {
  const { label, hint, problem, value, onChange } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step={1}
          value={localTextOf(value)}
          onChange={({ target: { value: entered } }) => {
            const moment = new Date(entered);
            onChange(Number.isNaN(moment.getTime()) ? '' : moment.toISOString());
          }}
        />
      )}
    </Field>
  );
}

/**
 * A time in the format of a `datetime-local` input: without a zone, to the second. Composed from its parts,
 * since early years have offsets with seconds, and a year that is being typed passes through early ones:
 * 0002, 0020, 0202, 2026.
 */
function localTextOf(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  const day = [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())];
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map((part) => padded(part));
  return `${day.join('-')}T${time.join(':')}`;
}

const padded = (part: number, digits = 2): string => String(part).padStart(digits, '0');
