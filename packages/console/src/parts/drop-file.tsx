import { useId, useState } from 'react';

/** Drop zone for one file, which also opens the browser's file dialog. */
export function DropFile(props: {
  label: string;
  /** Extensions, as in the attribute `accept` of a file input. */
  accept: string;
  hint: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}) {
  const { label, accept, hint, disabled = false, onFile } = props;
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !disabled) onFile(file);
  };
  return (
    <div
      className={isOver ? 'drop-file over' : 'drop-file'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          take(target.files);
          // Without this the same file could not be chosen again after a correction.
          target.value = '';
        }}
      />
      <span id={`${id}-hint`} className="hint">
        Drop a file here, or choose one. {hint}
      </span>
    </div>
  );
}
