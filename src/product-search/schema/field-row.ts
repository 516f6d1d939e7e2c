import { type FieldRow } from '../../domain/products/field-table';
import { type FieldSetting, type FieldType, type ObjectSettings } from '../../domain/products/settings';
import { type BuiltInField, builtInField } from './built-in-fields';
import { fieldName, setType } from './declared-fields';
import { distinctCount } from './distinct-counter';
import { facetsByDefault, fieldFlags } from './field-flags';
import { type FieldSummary } from './record-summary';
import { suggestFormat, suggestType, suggestUnit } from './suggest-type';

/** Choices that the rows of a table share. */
export interface RowRules {
  settings: ObjectSettings;
  /** Settings of single fields, by name. */
  fieldSettings: ReadonlyMap<string, FieldSetting>;
  /** Field of the ids; null when it is open. */
  idField: string | null;
  records: number;
}

/** The row of a field, but for its column and for a role that another field may win. */
export function fieldRow(
  field: FieldSummary,
  { settings, fieldSettings, idField, records }: RowRules,
  isInList: boolean,
): FieldRow {
  const name = fieldName(field.path);
  const setting = fieldSettings.get(name) ?? {};
  const inferredType = suggestType(field);
  const builtIn = builtInOf(field, idField, inferredType);
  const set = setType(settings, name);
  const type = set ?? builtIn?.type ?? inferredType;
  const distinct = distinctCount(field.distinct);
  const isAccessList = name === settings.acl?.field || name === settings.acl?.deny_field;
  return {
    path: [...field.path],
    type,
    inferredType,
    origin: set !== undefined ? 'set' : builtIn !== undefined ? 'builtin' : 'inferred',
    list: setting.list ?? (isInList || field.lists > 0),
    ...fieldFlags({
      name,
      type,
      settings,
      setting,
      isAccessList,
      isFacetByDefault: facetsByDefault(type, distinct, field.values),
    }),
    weight: null,
    role: builtIn?.role ?? null,
    unit: type === 'number' ? (setting.unit ?? suggestUnit(field)) : null,
    values: type === 'enum' ? (setting.values ?? null) : null,
    format: type === 'identifier' ? suggestFormat(field) : null,
    present: records === 0 ? 0 : field.records / records,
    distinct,
    samples: isAccessList || type === 'children' ? [] : field.samples,
    column: null,
  };
}

/**
 * The built-in meaning of a field, with the type that its values allow. A field of objects has none; neither
 * has a number field of which more than half is none. Few values make a category an enum.
 */
function builtInOf(
  field: FieldSummary,
  idField: string | null,
  inferredType: FieldType,
): BuiltInField | undefined {
  const known = builtInField(field.path);
  const isId = field.path.length === 1 && field.name === idField;
  const meaning = isId ? { type: 'identifier' as const, role: null, weight: null, ...roleOf(known) } : known;
  if (meaning === undefined || inferredType === 'children' || inferredType === 'geo') return undefined;
  if (meaning.type === 'number' && fallsBack(field)) return { ...meaning, type: 'text' };
  return meaning.type === 'keyword' && inferredType === 'enum' ? { ...meaning, type: 'enum' } : meaning;
}

function roleOf(known: BuiltInField | undefined): Pick<BuiltInField, 'role' | 'weight'> | undefined {
  return known === undefined ? undefined : { role: known.role, weight: known.weight };
}

/** Whether more than half of the values do not fit the type that the name of the field promises. */
export function fallsBack({ check }: FieldSummary): boolean {
  return check !== null && check.bad * 2 > check.values;
}
