import { type FieldRow } from '../../domain/products/field-table';
import {
  FIELD_ROLES,
  type FieldRole,
  type FieldSetting,
  type ObjectSettings,
} from '../../domain/products/settings';
import { BUILT_IN_NAMES, builtInField } from './built-in-fields';
import { fieldName } from './declared-fields';

/** A single-valued role that several fields claim. */
export interface ClaimedRole {
  role: FieldRole;
  /** Claiming fields, the winner first. */
  fields: string[];
}

/**
 * Gives roles and weights to the rows of a table. A built-in name keeps its role; of several claims to a
 * single-valued role the built-in name wins, else the first in the settings.
 *
 * @returns the roles that more than one field claims
 */
export function assignRoles(rows: readonly FieldRow[], settings: ObjectSettings): ClaimedRole[] {
  const fieldSettings = new Map(Object.entries(settings.fields ?? {}));
  const settingOrder = [...fieldSettings.keys()];
  const wanted = rows.filter((row) => row.type !== 'children' && row.type !== 'skip');
  for (const row of wanted)
    if (builtInField(row.path) === undefined)
      row.role = fieldSettings.get(fieldName(row.path))?.role ?? row.role;
  const place = (row: FieldRow) =>
    builtInField(row.path)?.role === row.role
      ? BUILT_IN_NAMES.indexOf(row.path[0]!)
      : BUILT_IN_NAMES.length + settingOrder.indexOf(fieldName(row.path));
  const claims: ClaimedRole[] = [];
  for (const role of FIELD_ROLES) {
    if (role === 'description') continue;
    const [winner, ...losers] = wanted.filter((row) => row.role === role).sort((a, b) => place(a) - place(b));
    if (winner === undefined || losers.length === 0) continue;
    for (const loser of losers) loser.role = null;
    claims.push({ role, fields: [winner, ...losers].map(({ path }) => fieldName(path)) });
  }
  for (const row of rows) row.weight = weightOf(row, settings, fieldSettings);
  return claims;
}

/** The weight of a row: by `searchable`, else by its role, else as set. */
function weightOf(
  row: FieldRow,
  { searchable }: ObjectSettings,
  fieldSettings: ReadonlyMap<string, FieldSetting>,
): FieldRow['weight'] {
  if (!row.searchable) return null;
  const name = fieldName(row.path);
  if (searchable?.[0] === name) return 'primary';
  if (row.type !== 'text') return null;
  if (searchable === undefined && row.role === 'title') return 'primary';
  return builtInField(row.path) === undefined ? (fieldSettings.get(name)?.weight ?? null) : null;
}
