import { useId, useState } from 'react';
import './drop-files.css';

/** Drop zone for files, which also opens the browser's file dialog. */
export function DropFiles(props: {
  label: string;
  hint: string;
  /** Extensions, as in the attribute `accept` of a file input; default all files. */
  accept?: string;
  isMultiple?: boolean;
  disabled?: boolean;
  take: (files: File[]) => void;
}) {
  const { label, hint, accept, isMultiple = false, disabled = false, take } = props;
  const [isOver, setIsOver] = useState(false);
  const fieldId = useId();
  const hintId = useId();
  const takeList = (list: FileList) => {
    const files = [...list];
    if (files.length > 0) take(isMultiple ? files : files.slice(0, 1));
  };
  return (
    <div
      className={isOver ? 'drop-files over' : 'drop-files'}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (!disabled) takeList(event.dataTransfer.files);
      }}
    >
      <label htmlFor={fieldId}>{label}</label>
      <input
        id={fieldId}
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={disabled}
        aria-describedby={hintId}
        onChange={(event) => {
          if (event.target.files !== null) takeList(event.target.files);
          // Without this the same file could not be chosen again.
          event.target.value = '';
        }}
      />
      <p id={hintId} className="hint">
        {hint}
      </p>
    </div>
  );
}
