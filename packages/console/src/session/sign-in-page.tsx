import { useState } from 'react';
import { createSheaf, SheafError } from 'sheaf-client';
import { Brand } from '../parts/brand';
import { Field } from '../parts/field';
import { TextField } from '../parts/text-field';
import { Tick } from '../parts/tick';
import { serviceUrl } from '../data/service-url';
import { useSession } from './session';

/** Page that asks for a key and checks it with a request. */
export function SignInPage() {
  const { endedBecause, signIn } = useSession();
  const [entered, setEntered] = useState('');
  const [operator, setOperator] = useState('');
  const [isKept, setIsKept] = useState(false);
  const [problem, setProblem] = useState<string | null>(endedBecause);
  const [isTrying, setIsTrying] = useState(false);

  async function tryKey() {
    const key = entered.trim();
    setIsTrying(true);
    const refusal = await refusalOf(key);
    setIsTrying(false);
    const place = isKept ? 'device' : 'tab';
    if (refusal === null) signIn({ key, operator: operator.trim() || null }, place);
    else setProblem(refusal);
  }

  return (
    <main className="sign-in">
      <Brand />
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void tryKey();
        }}
      >
        <h1>Sign in</h1>
        <Field label="Key">
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              autoFocus
              spellCheck={false}
              required
              value={entered}
              onChange={(event) => {
                setEntered(event.target.value);
              }}
            />
          )}
        </Field>
        <TextField
          label="Your name"
          hint={
            <>
              Where the organization asks for it. It is sent as <code>X-Operator</code>, for the audit log.
            </>
          }
          value={operator}
          onChange={setOperator}
        />
        <Tick label="Keep me signed in on this device" checked={isKept} onChange={setIsKept} />
        {problem !== null && (
          <p role="alert" className="problem">
            {problem}
          </p>
        )}
        <button type="submit" className="primary" disabled={isTrying}>
          {isTrying ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
      <KeyHint isKept={isKept} />
    </main>
  );
}

function KeyHint({ isKept }: { isKept: boolean }) {
  return (
    <p className="hint">
      {isKept
        ? 'The key stays in this browser, for all of its tabs, until you sign out. Whoever may use the browser may use the key.'
        : 'The key stays in this tab and is forgotten when the tab is closed.'}{' '}
      <code>npm start</code> prints a key for development; operators make others with{' '}
      <code>npm run admin -- keys create</code>.
    </p>
  );
}

/** Why a key cannot be used; null when the service accepts it, with any permissions. */
async function refusalOf(key: string): Promise<string | null> {
  // Keys have only these characters, and headers cannot hold others.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'A key has no spaces and no letters with accents.';
  try {
    await createSheaf({ baseUrl: serviceUrl(), apiKey: key }).get('/v2/collections', {
      params: { query: { limit: 1 } },
    });
    return null;
  } catch (error) {
    if (!(error instanceof SheafError)) return 'The service cannot be reached.';
    if (error.status === 401) return 'The service does not know this key, or it has expired.';
    // A key of the other product gets 403 here and works on its own routes.
    return error.status === 403 ? null : error.message;
  }
}
