import { useEffect, useState } from 'react';
import { Icon } from '../../parts/icon';
import { Palette } from './palette';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Button that opens the palette, which Ctrl-K opens and closes on any page, or Cmd-K on a Mac. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHeld = isApple ? event.metaKey : event.ctrlKey;
      if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      // A dialog of a page is answered first.
      if (document.querySelector('dialog[open]:not(.palette)') !== null) return;
      event.preventDefault();
      setIsOpen((before) => !before);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Icon name="search" />
        <span>Search or go to…</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Palette
          close={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}
