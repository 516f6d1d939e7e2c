import { useState } from 'react';

/** Props of an input whose text is committed with Enter or on blur. */
export function useEntry(value: string, onEnter: (value: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The value has changed from outside, such as by a link.
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
