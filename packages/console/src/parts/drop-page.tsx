import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import './drop-page.css';

/** Drop zone for files over the whole page, which shows itself while files are dragged over it. */
export function DropPage(props: {
  /** Text over the page while files are dragged. */
  children: ReactNode;
  disabled?: boolean;
  take: (files: File[]) => void;
}) {
  const { children, disabled = false, take } = props;
  const [isOver, setIsOver] = useState(false);

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Without this the browser would open the file in place of the page.
    event.preventDefault();
    const isRefused = disabled || isBehindDialog();
    if (isRefused && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    setIsOver(!isRefused);
  });
  const onLeave = useEffectEvent((event: DragEvent) => {
    // Between two elements of the page the event names the one that is entered.
    if (event.relatedTarget === null) setIsOver(false);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    // A smaller zone on the page may have taken the files.
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0 && !disabled && !isBehindDialog()) take(files);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener(
      'dragenter',
      (event) => {
        onDrag(event);
      },
      { signal },
    );
    window.addEventListener(
      'dragover',
      (event) => {
        onDrag(event);
      },
      { signal },
    );
    window.addEventListener(
      'dragleave',
      (event) => {
        onLeave(event);
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        onDrop(event);
      },
      { signal },
    );
    return () => {
      leaving.abort();
    };
  }, []);

  return isOver ? (
    <div className="drop-page" role="status">
      <p>{children}</p>
    </div>
  ) : null;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

const isBehindDialog = (): boolean => document.querySelector('dialog[open]') !== null;
