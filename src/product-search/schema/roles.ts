import { type FieldRow } from '../../domain/products/field-table';
import {
  FIELD_ROLES,
  type FieldRole,
  type FieldSetting,
  type ObjectSettings,
} from '../../domain/products/settings';
import { builtInField, builtInRank } from './built-in-fields';
import { fieldName } from './declared-fields';

/** More than there are settings, or names with a meaning. */
const claimsMax = 1_000_000;

/** A single-valued role that several fields claim. */
export interface ClaimedRole {
  role: FieldRole;
  /** Claiming fields, the winner first. */
  fields: string[];
}

/**
 * Gives roles and weights to the rows of a table. One of the service's own names keeps its role; of several
 * claims to a single-valued role it wins, else the first in the settings, else the name that exports have
 * most.
 *
 * @returns the roles that more than one field claims
 */
export function assignRoles(rows: readonly FieldRow[], settings: ObjectSettings): ClaimedRole[] {
  const fieldSettings = new Map(Object.entries(settings.fields ?? {}));
  const settingOrder = [...fieldSettings.keys()];
  const wanted = rows.filter((row) => row.type !== 'children' && row.type !== 'skip');
  for (const row of wanted)
    if (builtInField(row.path)?.isFixed !== true)
      row.role = fieldSettings.get(fieldName(row.path))?.role ?? row.role;
  const isFixed = (row: FieldRow) => builtInField(row.path)?.isFixed === true;
  const isSet = (row: FieldRow) => fieldSettings.get(fieldName(row.path))?.role === row.role;
  const place = (row: FieldRow) => {
    if (isFixed(row)) return builtInRank(row.path) - 2 * claimsMax;
    return isSet(row) ? settingOrder.indexOf(fieldName(row.path)) - claimsMax : builtInRank(row.path);
  };
  const claims: ClaimedRole[] = [];
  for (const role of FIELD_ROLES) {
    if (role === 'description') continue;
    const [winner, ...losers] = wanted.filter((row) => row.role === role).sort((a, b) => place(a) - place(b));
    if (winner === undefined || losers.length === 0) continue;
    // Names that exports have claim without a warning: the owner did not choose them as roles.
    const told = [winner, ...losers.filter((row) => isFixed(row) || isSet(row))];
    if (told.length > 1) claims.push({ role, fields: told.map(({ path }) => fieldName(path)) });
    for (const loser of losers) loser.role = null;
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
  const known = builtInField(row.path);
  if (known?.isFixed === true) return null;
  const named = searchable === undefined && known?.role === null ? known.weight : null;
  return fieldSettings.get(name)?.weight ?? named;
}
