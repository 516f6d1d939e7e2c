import { type ReactNode, useId } from 'react';

/** Ids that connect a control to its label, hint and fault. */
export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A control with its label, hint and fault. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
  children: (control: ControlIds) => ReactNode;
}) {
  const { label, hint, problem, children } = props;
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter((name) => name !== false).join(' ') || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
