import { type ReactNode, useEffect, useId, useRef } from 'react';
import './drawer.css';

/**
 * Dialog at the right edge of the window, open while it is rendered. Escape, a click beside it and its button
 * close it; the focus then returns to the element that had it before. A field that the API has refused gets
 * the focus first.
 */
export function Drawer(props: {
  title: string;
  onClose: () => void;
  /** Asked before it closes; false keeps it open, unless Escape is pressed twice. Default always. */
  mayClose?: () => boolean;
  children: ReactNode;
}) {
  const { title, onClose, mayClose = () => true, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const close = () => {
    if (mayClose()) onClose();
  };
  return (
    <dialog
      ref={element}
      className="drawer"
      aria-labelledby={headingId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <header>
        <h2 id={headingId}>{title}</h2>
        <button type="button" aria-keyshortcuts="Escape" onClick={close}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
