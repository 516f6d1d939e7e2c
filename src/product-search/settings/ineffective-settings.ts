import { columnKind, type FieldRow } from '../../domain/products/field-table';
import { type FieldSetting, type ObjectSettings } from '../../domain/products/settings';
import { canGroup } from '../groups/group-key';
import { builtInField } from '../schema/built-in-fields';
import { fieldName } from '../schema/declared-fields';
import { canFacet, canSearch, canSort } from '../schema/field-flags';

/** Settings of one field that change nothing, and why. */
export interface IneffectiveSettings {
  field: string;
  /** Names of the settings, such as `weight` or `sortable`. */
  settings: string[];
  reason: string;
}

/** Reasons for which settings change nothing, by the setting that they concern. */
type Reason = readonly [setting: string, reason: string];

/** Settings that change nothing for a field, grouped by their reason. */
export function ineffectiveSettings(row: FieldRow, settings: ObjectSettings): IneffectiveSettings[] {
  const field = fieldName(row.path);
  const setting = new Map(Object.entries(settings.fields ?? {})).get(field) ?? {};
  const byReason = new Map<string, string[]>();
  for (const [name, reason] of [
    ...ofBuiltIn(row, setting),
    ...ofType(row, setting),
    ...ofLists(row, settings),
  ])
    byReason.set(reason, [...new Set([...(byReason.get(reason) ?? []), name])]);
  return [...byReason].map(([reason, names]) => ({ field, settings: names, reason }));
}

function ofBuiltIn({ path }: FieldRow, { weight, role }: FieldSetting): Reason[] {
  if (builtInField(path) === undefined) return [];
  const reason = 'the name is built in and keeps its role and weight';
  return [
    ...(weight === undefined ? [] : [['weight', reason] as const]),
    ...(role === undefined ? [] : [['role', reason] as const]),
  ];
}

function ofType({ path, type }: FieldRow, setting: FieldSetting): Reason[] {
  const checks: readonly (readonly [keyof FieldSetting, boolean, string])[] = [
    ['weight', type === 'text' || builtInField(path) !== undefined, 'only text has a weight'],
    ['searchable', canSearch(type) || setting.searchable === false, `${type} is not searched`],
    ['facet', canFacet(type) || type === 'text' || setting.facet === false, `${type} has no facets`],
    ['filterable', columnKind(type) !== null || setting.filterable === false, `${type} is not filtered`],
    ['sortable', canSort(type) || setting.sortable === false, 'only numbers and dates are sorted by'],
    ['unit', type === 'number', 'only numbers have a unit'],
    ['values', type === 'enum', 'only an enum has a closed set of values'],
  ];
  return checks.flatMap(([name, hasEffect, reason]) =>
    setting[name] === undefined || hasEffect ? [] : [[name, reason] as const],
  );
}

function ofLists({ path, type, list }: FieldRow, settings: ObjectSettings): Reason[] {
  const field = fieldName(path);
  const isIn = (names: readonly string[] | undefined) => names?.includes(field) === true;
  const reasons: Reason[] = [];
  if (isIn(settings.searchable) && !canSearch(type)) reasons.push(['searchable', `${type} is not searched`]);
  if (isIn(settings.identifiers) && type !== 'identifier')
    reasons.push(['identifiers', `its type is set to ${type}`]);
  if (isIn(settings.facets) && !canFacet(type) && type !== 'text')
    reasons.push(['facets', `${type} has no facets`]);
  if (isIn(settings.sortable) && !canSort(type))
    reasons.push(['sortable', 'only numbers and dates are sorted by']);
  if (settings.group_by?.field === field && !canGroup({ type, list }))
    reasons.push(['group_by', 'records are grouped by single keywords, identifiers and enums only']);
  return reasons;
}
