import { isDeepStrictEqual } from 'node:util';
import { auditDefaults } from '../../domain/products/audit';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { type ObjectSettings } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { hasRowNumbers } from '../schema/row-number';

/** Settings that only the creation of an index may decide. */
export const FIXED_SETTINGS = ['acl', 'tenant_field', 'audit'] as const;
export type FixedSetting = (typeof FIXED_SETTINGS)[number];

/** Fields that a served build holds otherwise than settings ask, and why that takes a build to change. */
export interface NeededRebuild {
  fields: string[];
  reason: string;
}

/** Parts of a row that decide what a build writes, with the words for their change. */
const BUILT_MEMBERS = ['type', 'list', 'unit', 'values', 'searchable', 'weight', 'role'] as const;

/** The fixed settings that differ between two settings, with their defaults filled in. */
export function changedFixedSettings(former: ObjectSettings, next: ObjectSettings): FixedSetting[] {
  const before = fixedSettings(former);
  const after = fixedSettings(next);
  return FIXED_SETTINGS.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/**
 * Compares what a build serves with what settings ask for.
 *
 * @param served field table of the served build
 * @param wanted field table of the same records by the settings
 * @returns null when the served build needs no other documents and columns. Fields of `wanted` that no
 *   record of the build has need none.
 */
export function neededRebuild(served: FieldTable, wanted: FieldTable): NeededRebuild | null {
  const rows = rowsByPath(served);
  const changes = new Map<string, string[]>();
  for (const row of wanted.fields) {
    const before = rows.get(pathKey(row));
    const members = before === undefined ? [] : builtChanges(before, row);
    if (members.length > 0) changes.set(fieldName(row.path), members);
  }
  if (changes.size === 0) return null;
  const members = [...new Set([...changes.values()].flat())];
  return {
    fields: [...changes.keys()],
    reason: `${members.join(', ')}: only a full build changes what the index holds of a field.`,
  };
}

/**
 * The table by which a served build answers: rows as they were built, with the flags of the settings that
 * take effect at once, as far as the columns allow.
 */
export function answeringTable(served: FieldTable, wanted: FieldTable): FieldTable {
  const rows = rowsByPath(wanted);
  return { ...served, fields: served.fields.map((row) => withFlags(row, rows.get(pathKey(row)))) };
}

function withFlags(row: FieldRow, wanted: FieldRow | undefined): FieldRow {
  if (wanted?.type !== row.type) return row;
  const hasColumn = row.column !== null;
  return {
    ...row,
    facet: hasColumn && wanted.facet,
    filterable: hasColumn && wanted.filterable,
    sortable: hasColumn && wanted.sortable,
  };
}

function builtChanges(before: FieldRow, after: FieldRow): string[] {
  const members: string[] = BUILT_MEMBERS.filter(
    (member) => !isDeepStrictEqual(builtMember(before, member), builtMember(after, member)),
  );
  const { samples } = before;
  if (hasRowNumbers(before) !== hasRowNumbers({ ...after, samples })) members.push('identifiers');
  const lacksColumn = before.column === null && after.column !== null;
  if (!lacksColumn || members.includes('type')) return members;
  return [...members, 'a column to filter, count, sort or group by'];
}

/** A part of a row as a build goes by it: a weight that is not set is `secondary`. */
function builtMember(row: FieldRow, member: (typeof BUILT_MEMBERS)[number]): unknown {
  return member === 'weight' ? (row.weight ?? 'secondary') : row[member];
}

function fixedSettings({ acl, tenant_field: tenantField, audit }: ObjectSettings) {
  return {
    acl: acl === undefined ? null : { deny_field: null, missing: 'deny', ...acl },
    tenant_field: tenantField ?? null,
    audit: audit === undefined ? null : { ...auditDefaults, ...audit },
  };
}

function rowsByPath({ fields }: FieldTable): Map<string, FieldRow> {
  return new Map(fields.map((row) => [pathKey(row), row]));
}

const pathKey = ({ path }: FieldRow): string => JSON.stringify(path);
