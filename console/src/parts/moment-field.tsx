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

/** A time as a field of the browser writes it: without a zone, to the second. */
function localTextOf(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
