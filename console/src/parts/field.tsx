import { type ReactNode, useId } from 'react';

/** What a control needs to be tied to its label and to what is said about it. */
interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

/** A control with its label, a hint, and what is wrong with it. */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  problems?: readonly string[];
  children: (control: ControlProps) => ReactNode;
}) {
  const { label, hint, problems = [], children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': problems.length > 0 })}
      <div id={noteId}>
        {problems.map((problem) => (
          <p key={problem} className="problem">
            {problem}
          </p>
        ))}
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    </div>
  );
}
