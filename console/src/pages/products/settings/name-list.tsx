import { useState } from 'react';
import { type ControlIds } from '../../../parts/field';

/** An ordered list of names, one a line; names of known fields are offered below. */
export function NameList(props: {
  control: ControlIds;
  names: readonly string[];
  known: readonly string[];
  onChange: (names: string[]) => void;
}) {
  const { control, names, known, onChange } = props;
  // The text keeps an empty last line, which the list of names does not have.
  const [text, setText] = useState(names.join('\n'));
  const shown = namesOf(text).join('\n') === names.join('\n') ? text : names.join('\n');
  const others = known.filter((name) => !names.includes(name));
  return (
    <>
      <textarea
        {...control}
        rows={Math.min(8, names.length + 1)}
        spellCheck={false}
        placeholder="one name a line"
        value={shown}
        onChange={({ target: { value } }) => {
          setText(value);
          onChange(namesOf(value));
        }}
      />
      {others.length > 0 && (
        <select
          aria-label="Add a known field"
          value=""
          onChange={({ target: { value } }) => {
            onChange([...names, value]);
          }}
        >
          <option value="">Add a field…</option>
          {others.map((name) => (
            <option key={name} value={name}>
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
