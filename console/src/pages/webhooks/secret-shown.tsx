import { type ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-button';

/** A signing secret, which the service shows this once. */
export function SecretShown({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <>
      <p role="status">
        This is the signing secret. It is shown this once: keep it where the receiver verifies its requests.
      </p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <div className="secret-copy">
        <CopyButton label="Copy the secret" text={secret} />
      </div>
      {children}
    </>
  );
}
