import { type ReactNode } from 'react';
import { Field } from './field';

/** A time that may be left empty, shown in the time zone of the browser; the value is ISO 8601 in UTC. */
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
 * A time as a field of the browser writes it: without a zone, to the second. It is put together from its parts,
 * as offsets have seconds in early years, through which a year goes while it is typed: 0002, 0020, 0202, 2026.
 */
function localTextOf(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  const day = [padded(moment.getFullYear(), 4), padded(moment.getMonth() + 1), padded(moment.getDate())];
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map((part) => padded(part));
  return `${day.join('-')}T${time.join(':')}`;
}

const padded = (part: number, digits = 2): string => String(part).padStart(digits, '0');
