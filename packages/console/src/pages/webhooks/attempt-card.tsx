import { CopyButton } from '../../parts/copy-button';
import { formatMilliseconds } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Attempt } from './endpoint';

/** An attempt: its outcome, and the beginning of request and answer. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { status, error, trigger, response_status_code: code, duration_ms: ms } = attempt;
  return (
    <li className="card">
      <p>
        <Status state={status} />
        {error !== null && (
          <>
            {' '}
            <code>{error}</code>
          </>
        )}
        {code !== null && ` · answer ${code}`}
        {ms !== null && ` · ${formatMilliseconds(ms)}`} · <Moment at={attempt.attempted_at} /> ·{' '}
        {trigger === 'manual' ? 'sent by hand' : 'by schedule'}
      </p>
      {error !== null && <p className="hint">{classes[error]}</p>}
      <div className="bodies">
        <Body name="Request" text={attempt.request_body} none="Nothing was sent, or the event is gone." />
        <Body name="Answer" text={attempt.response_body} none="No body." />
      </div>
    </li>
  );
}

function Body({ name, text, none }: { name: string; text: string | null; none: string }) {
  return (
    <figure>
      <figcaption>{name}</figcaption>
      {text === null || text === '' ? (
        <p className="hint">{none}</p>
      ) : (
        <>
          <pre tabIndex={0} aria-label={name}>
            {laidOut(text)}
          </pre>
          {laidOut(text) !== text && <CopyButton label="Copy as it was sent" text={text} />}
        </>
      )}
    </figure>
  );
}

/** JSON with a line for each member; any other text, such as one that was cut off, as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const classes: Readonly<Record<NonNullable<Attempt['error']>, string>> = {
  http_error: 'The receiver answered, but not with a 2xx.',
  redirect: 'The receiver answered with a redirect, which is not followed.',
  timeout: 'No answer began in time.',
  dns: 'The name of the host could not be resolved.',
  connect: 'There was no connection.',
  tls: 'The receiver’s certificate or its TLS was not accepted.',
  blocked_address: 'The address is not public.',
  invalid_url: 'The address is no https address of a receiver.',
  response_too_slow: 'The answer began, but did not end in time.',
  broken_answer: 'The connection ended before a whole answer, or the answer is no HTTP.',
  secret_unreadable: 'No secret of the endpoint could be read, and nothing was sent. Rotate the secret.',
  unknown: 'The sender did not survive it; another attempt follows.',
};
