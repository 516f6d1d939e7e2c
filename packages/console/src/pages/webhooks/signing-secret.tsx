import { type ReactNode } from 'react';
import { SecretShown } from '../../parts/secret-shown';

/** The signing secret of an endpoint, which the service returns once. */
export function SigningSecret({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <SecretShown
      what="This is the signing secret. It is shown this once: keep it where the receiver verifies its requests."
      copyLabel="Copy the secret"
      secret={secret}
    >
      {children}
    </SecretShown>
  );
}
