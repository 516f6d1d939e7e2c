import { type SettingsChange } from './settings-draft';

/** Changed settings, each with the time at which it takes effect. */
export function SettingsChanges({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <>
      <div className="plain-table">
        <table>
          <tbody>
            {changes.map(({ name, effect }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>takes effect {effect}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">
        What counts is the effect: a type that is set to what the records suggest anyway needs no build. The
        answer to saving says which it is.
      </p>
    </>
  );
}
