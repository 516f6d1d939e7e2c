import {
  columnKind,
  facetValuesMax,
  type FieldRow,
  type FieldTable,
} from '../../domain/products/field-table';
import {
  type FieldSetting,
  namedFields,
  type ObjectSettings,
  type SettingsWarning,
} from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { type ClaimedRole } from '../schema/roles';
import { canGroup } from '../groups/grouping';
import { builtInField } from '../schema/built-in-fields';
import { canFacet, canSearch, canSort } from '../schema/field-flags';

/** Facts that warnings are about, beside the table. */
export interface WarningFacts {
  settings: ObjectSettings;
  idField: string | null;
  isIdFromCode?: boolean;
  /** The table is that of some of the records. */
  isPartial?: boolean;
  claimedRoles: readonly ClaimedRole[];
  /** Share of the values of a field that differ, 0 to 1. */
  distinctShareOf: (row: FieldRow) => number;
}

/** Warnings about settings, given the fields that the records have. None of them refuses anything. */
export function settingsWarnings(table: FieldTable, facts: WarningFacts): SettingsWarning[] {
  const { settings, idField, isIdFromCode, isPartial = false, claimedRoles } = facts;
  return [
    ...(isIdFromCode === true && idField !== null ? [idFromCodeField(idField)] : []),
    ...unknownFields(table, settings, isPartial),
    ...claimedRoles.map(roleClaimedTwice),
    ...table.fields.flatMap((row) => facetWarnings(row, facts)),
    ...table.fields.flatMap((row) =>
      ineffectiveSettings(row, settings).map(({ field, settings: names, reason }): SettingsWarning => ({
        code: 'SETTING_NO_EFFECT',
        field,
        settings: names,
        message: `${names.join(' and ')} of ${field} ${names.length === 1 ? 'has' : 'have'} no effect: ${reason}.`,
      })),
    ),
  ];
}

/** The warning that ids were found in a field that was not named; a preview lets the caller confirm it. */
export function idInferred(field: string): SettingsWarning {
  const message = `${field} looks like the id of the records. Name it as id_field to confirm.`;
  return { code: 'ID_INFERRED', field, message };
}

function idFromCodeField(field: string): SettingsWarning {
  const message = `No id field was given: records are keyed on ${field}.`;
  return { code: 'ID_FROM_CODE_FIELD', field, message };
}

function unknownFields(
  { fields, recordsSeen }: FieldTable,
  settings: ObjectSettings,
  isPartial: boolean,
): SettingsWarning[] {
  const who = isPartial ? `None of the ${recordsSeen} records that were looked at` : 'No record so far';
  const known = new Set(fields.filter(({ present }) => present > 0).map(({ path }) => fieldName(path)));
  return [...namedFields(settings)]
    .filter(([field]) => !known.has(field))
    .map(([field, places]) => ({
      code: 'UNKNOWN_FIELD',
      field,
      settings: places,
      message: `${who} has a field ${field}, which ${places.join(' and ')} names.`,
    }));
}

function roleClaimedTwice({ role, fields }: ClaimedRole): SettingsWarning {
  const [chosen] = fields;
  const message = `${fields.join(' and ')} claim the role ${role}; ${chosen!} has it.`;
  return { code: 'ROLE_CLAIMED_TWICE', role, fields, chosen: chosen!, message };
}

/** Warnings about a facet that was asked for; those by default say nothing. */
function facetWarnings(row: FieldRow, { settings, distinctShareOf }: WarningFacts): SettingsWarning[] {
  const field = fieldName(row.path);
  const setting = new Map(Object.entries(settings.fields ?? {})).get(field);
  const isListed = settings.facets?.includes(field) === true;
  if (!(setting?.facet ?? isListed)) return [];
  if (row.type === 'text') return [facetOnText(field, distinctShareOf(row))];
  if (row.type !== 'date' && row.distinct <= facetValuesMax) return [];
  if (!row.facet) return [];
  const why = row.type === 'date' ? 'is a date' : `has about ${row.distinct} differing values`;
  const message = `The facet ${field} ${why}: it has no counts, but filters, and gives minimum and maximum.`;
  return [{ code: 'FACET_NO_COUNTS', field, message }];
}

function facetOnText(field: string, distinctShare: number): SettingsWarning {
  const share = Math.round(distinctShare * 1000) / 1000;
  const message =
    `${field} is text, which has no facets; ${Math.round(share * 100)} % of its values differ. ` +
    'Set its type to keyword if the values are short labels.';
  return { code: 'FACET_ON_TEXT', field, distinct_share: share, message };
}

/** Settings of one field that change nothing, and why. */
interface IneffectiveSettings {
  field: string;
  /** Names of the settings, such as `weight` or `sortable`. */
  settings: string[];
  reason: string;
}

/** Reasons for which settings change nothing, by the setting that they concern. */
type Reason = readonly [setting: string, reason: string];

/** Settings that change nothing for a field, grouped by their reason. */
function ineffectiveSettings(row: FieldRow, settings: ObjectSettings): IneffectiveSettings[] {
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
  if (builtInField(path)?.isFixed !== true) return [];
  const reason = 'the name is built in and keeps its role and weight';
  return [
    ...(weight === undefined ? [] : [['weight', reason] as const]),
    ...(role === undefined ? [] : [['role', reason] as const]),
  ];
}

function ofType({ path, type }: FieldRow, setting: FieldSetting): Reason[] {
  const checks: readonly (readonly [keyof FieldSetting, boolean, string])[] = [
    ['weight', type === 'text' || builtInField(path)?.isFixed === true, 'only text has a weight'],
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
