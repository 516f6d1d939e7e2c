import { areaRoles } from './roles';

/** What the areas stand for: each has a colour, a border and a sign. */
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
