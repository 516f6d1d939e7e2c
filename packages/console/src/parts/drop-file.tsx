import { useId, useState } from 'react';

/** A place to drop a file on, or to choose one with the keyboard. */
export function DropFile(props: {
  label: string;
  /** File name endings, as an input takes them. */
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
          // The same file can be chosen again once it was mended.
          target.value = '';
        }}
      />
      <span id={`${id}-hint`} className="hint">
        Drop a file here, or choose one. {hint}
      </span>
    </div>
  );
}
