import { useState } from 'react';

/** What an input needs for a text that counts once it was entered: with the Enter key, or when it is left. */
export function useEntry(value: string, onEnter: (value: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The value has come from elsewhere, such as a link.
    setKnown(value);
    setText(value);
  }
  const enter = () => {
    if (text.trim() !== value) onEnter(text.trim());
  };
  return {
    value: text,
    spellCheck: false,
    onChange({ target }: { target: { value: string } }) {
      setText(target.value);
    },
    onBlur: enter,
    onKeyDown({ key }: { key: string }) {
      if (key === 'Enter') enter();
    },
  };
}
