import { type ReactNode, useId } from 'react';
import { Field } from './field';

/** Field for a line of text, such as a name, with `known` values as suggestions. */
export function TextField(props: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  known?: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, hint, problem, required, autoFocus, placeholder, known = [], value, onChange } = props;
  const listId = useId();
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            required={required}
            autoFocus={autoFocus}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            list={known.length > 0 ? listId : undefined}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          />
          {known.length > 0 && (
            <datalist id={listId}>
              {known.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
