import { type ReactNode } from 'react';
import { Field } from './field';

/** Field for an optional number; empty means the default of the service. */
export function NumberField(props: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  min: number;
  max: number;
  /** Default 1. */
  step?: number | 'any';
  placeholder?: string;
  value: number | null | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const { label, hint, problem, min, max, step = 1, placeholder = 'default', value, onChange } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={step}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={({ target: { valueAsNumber } }) => {
            onChange(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber);
          }}
        />
      )}
    </Field>
  );
}
