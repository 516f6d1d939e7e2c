import { useState } from 'react';
import { type ControlIds } from './field';

/** Ordered list of names or ids, one per line, with suggestions below. */
export function NameList(props: {
  control: ControlIds;
  names: readonly string[];
  /** Suggested values with their names. */
  known: readonly { value: string; name: string }[];
  /** Noun for a value, such as `field`. */
  thing: string;
  onChange: (names: string[]) => void;
}) {
  const { control, names, known, thing, onChange } = props;
  // The text keeps an empty last line, which the list loses.
  const [text, setText] = useState(names.join('\n'));
  const shown = namesOf(text).join('\n') === names.join('\n') ? text : names.join('\n');
  const others = known.filter(({ value }) => !names.includes(value));
  return (
    <>
      <textarea
        {...control}
        rows={Math.min(8, names.length + 1)}
        spellCheck={false}
        placeholder={`one ${thing} a line`}
        value={shown}
        onChange={({ target: { value } }) => {
          setText(value);
          onChange(namesOf(value));
        }}
      />
      {others.length > 0 && (
        <select
          aria-label={`Add a known ${thing}`}
          value=""
          onChange={({ target: { value } }) => {
            onChange([...names, value]);
          }}
        >
          <option value="">Add a {thing}…</option>
          {others.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

const namesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
