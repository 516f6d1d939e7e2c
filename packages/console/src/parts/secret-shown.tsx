import { type ReactNode } from 'react';
import { CopyButton } from './copy-button';

/** A secret that the service returns once. `what` says what it is and where to keep it. */
export function SecretShown(props: {
  what: string;
  copyLabel: string;
  secret: string;
  children?: ReactNode;
}) {
  const { what, copyLabel, secret, children } = props;
  return (
    <>
      <p role="status">{what}</p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <div className="secret-copy">
        <CopyButton label={copyLabel} text={secret} />
      </div>
      {children}
    </>
  );
}
