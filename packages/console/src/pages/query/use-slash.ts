import { type RefObject, useEffect } from 'react';

/** Moves the focus to a field when `/` is pressed outside of fields and dialogs. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      if (key !== '/' || altKey || ctrlKey || metaKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [field]);
}
