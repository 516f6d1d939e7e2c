import { areaRoles } from './roles';

/** Legend of the areas: colour, border and sign of each role. */
export function Legend() {
  return (
    <ul className="legend" aria-label="Legend">
      {areaRoles.map(({ role, sign, meaning }) => (
        <li key={role}>
          <span className={`area ${role}`} aria-hidden="true">
            <span className="strip">{sign}</span>
          </span>
          {meaning}
        </li>
      ))}
      <li>
        <span className="area table-frame" aria-hidden="true" />
        Frame of a table
      </li>
    </ul>
  );
}
