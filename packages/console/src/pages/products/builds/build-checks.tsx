import { type components } from 'sheaf-client';
import { formatCount } from '../../../parts/format';
import { Status } from '../../../parts/status';

type Checks = NonNullable<NonNullable<components['schemas']['ProductJob']['result']>['checks']>;

/** Table of the checks of a build, made before it is served. */
export function BuildChecks({ checks }: { checks: Checks }) {
  return (
    <div className="plain-table">
      <table aria-label="Checks">
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col" className="number">
              Threshold
            </th>
            <th scope="col">What it says</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ name, status, value, threshold, message }) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('_', ' ')}</th>
              <td>
                <Status state={status} />
              </td>
              <td className="number">{value === null ? '–' : formatCount(value)}</td>
              <td className="number">{threshold === null ? '–' : formatCount(threshold)}</td>
              <td>{message ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
