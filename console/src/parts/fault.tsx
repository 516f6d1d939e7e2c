import { SheafError } from 'sheaf-client';

/** Says why something was not read or done, with the id of the request. `retry` shows a button. */
export function Fault({ error, retry }: { error: unknown; retry?: () => void }) {
  const refusal = error instanceof SheafError ? error : null;
  const message =
    refusal?.message ?? (error instanceof TypeError ? 'The service cannot be reached.' : String(error));
  return (
    <div role="alert" className="fault">
      <p>{message}</p>
      {refusal !== null && (
        <p className="hint">
          <code>{refusal.code}</code>
          {refusal.requestId !== null && (
            <>
              {' · request '}
              <code>{refusal.requestId}</code>
            </>
          )}
        </p>
      )}
      {refusal?.details !== null && refusal?.details !== undefined && (
        <details>
          <summary>Details</summary>
          <pre>{JSON.stringify(refusal.details, null, 2)}</pre>
        </details>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
