import { type ReactNode, useState } from 'react';
import { Field } from './field';

/**
 * Field for a value in JSON; empty text means no value. Invalid JSON prevents the submit, with a message at
 * the field.
 */
export function JsonField(props: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  placeholder?: string;
  rows?: number;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { label, hint, problem, placeholder, rows = 3, value, onChange } = props;
  const [text, setText] = useState(() => textOf(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The value has changed from outside, such as by another address.
    setKnown(value);
    setText(textOf(value));
  }
  const { problem: unreadable } = read(text);
  return (
    <Field label={label} hint={hint} problem={unreadable ?? problem}>
      {(control) => (
        <textarea
          {...control}
          ref={(element) => {
            element?.setCustomValidity(unreadable ?? '');
          }}
          className="code"
          rows={rows}
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const entered = read(event.target.value);
            if (entered.problem !== null) return;
            setKnown(entered.value);
            onChange(entered.value);
          }}
        />
      )}
    </Field>
  );
}

function read(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: undefined, problem: null };
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch (error) {
    return { value: undefined, problem: `This is not JSON: ${(error as SyntaxError).message}` };
  }
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
