import { SheafError } from 'sheaf-client';
import { CopyId } from './copy-id';

/** Message of a failure with the id of the request. `retry` adds a button. */
export function Fault({ error, retry }: { error: unknown; retry?: () => void }) {
  const refusal = error instanceof SheafError ? error : null;
  const message =
    error instanceof TypeError
      ? 'The service cannot be reached.'
      : error instanceof Error
        ? error.message
        : String(error);
  return (
    <div role="alert" className="fault">
      <p>{message}</p>
      <MissingRight details={refusal?.details} />
      {refusal !== null && (
        <p className="hint">
          <code>{refusal.code}</code>
          {refusal.requestId !== null && (
            <>
              {' · request '}
              <CopyId id={refusal.requestId} />
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

/** The missing right of the key, when the refusal names it. */
function MissingRight({ details }: { details: unknown }) {
  if (typeof details !== 'object' || details === null || !('required' in details)) return null;
  if (typeof details.required !== 'string') return null;
  return (
    <p>
      The key of this session needs the right <code>{details.required}</code>.
    </p>
  );
}
