import { type ReactNode, useState } from 'react';

/** Button that opens a dialog, whose state is new each time. */
export function DialogButton(props: {
  label: string;
  className?: string;
  disabled?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const { label, className, disabled = false, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={disabled}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen &&
        children(() => {
          setIsOpen(false);
        })}
    </>
  );
}
