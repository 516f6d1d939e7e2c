import { useState } from 'react';

/** A text that counts once it was entered: with the Enter key, or when the field is left. */
export function Entry(props: { label: string; value: string; onEnter: (value: string) => void }) {
  const { label, value, onEnter } = props;
  const [text, setText] = useState(value);
  const enter = () => {
    if (text.trim() !== value) onEnter(text.trim());
  };
  return (
    <label>
      {label}{' '}
      <input
        value={text}
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onBlur={enter}
        onKeyDown={({ key }) => {
          if (key === 'Enter') enter();
        }}
      />
    </label>
  );
}
