import { comparedMembers, type FieldRow, memberText, waitingMembers } from './field-rows';

/** A field in the settings and in the served build, with its warnings and sample values. */
export function FieldDetail({ row }: { row: FieldRow }) {
  const { name, effective, served, warnings } = row;
  const waiting = waitingMembers(row);
  return (
    <section className="card field-detail" aria-label={`Field ${name}`}>
      <h2>{name}</h2>
      {warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="notice">
          {message} <code>{code}</code>
        </p>
      ))}
      {effective === null && <p>No record so far has this field.</p>}
      {effective !== null && (
        <p>
          {originText[effective.origin]}
          {effective.origin === 'set' && effective.inferred_type !== effective.type && (
            <>
              {' '}
              Its values look like <code>{effective.inferred_type}</code>.
            </>
          )}
          {effective.format !== null && <> Its codes are of the form {effective.format.toUpperCase()}.</>}
        </p>
      )}
      <div className="plain-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">By the settings (effective)</th>
              <th scope="col">Served</th>
            </tr>
          </thead>
          <tbody>
            {comparedMembers.map((member) => (
              <tr key={member} className={waiting.includes(member) ? 'waiting' : undefined}>
                <th scope="row">{member}</th>
                <td>{effective === null ? '–' : memberText(effective[member])}</td>
                <td>
                  {served === null ? '–' : memberText(served[member])}
                  {waiting.includes(member) && ' (until the next build)'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {effective?.samples !== undefined && effective.samples.length > 0 && (
        <>
          <h3>Examples</h3>
          <ul>
            {effective.samples.map((sample, at) => (
              <li key={at}>
                <code>{JSON.stringify(sample)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const originText = {
  inferred: 'The type is inferred from the values.',
  set: 'The type is set.',
  builtin: 'The type comes from the name of the field.',
} as const;
