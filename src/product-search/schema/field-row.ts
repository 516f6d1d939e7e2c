import { type FieldRow } from '../../domain/products/field-table';
import { type FieldSetting, type FieldType, type ObjectSettings } from '../../domain/products/settings';
import { type BuiltInField, builtInField } from './built-in-fields';
import { fieldName, setType } from './declared-fields';
import { distinctCount } from './distinct-counter';
import { facetsByDefault, fieldFlags } from './field-flags';
import { misfits, notationOf } from './notation';
import { type FieldSummary } from './record-summary';
import { isQuiet } from './quiet-field';
import { textListOf } from './text-lists';
import { inferFormat, inferType, inferUnit } from './infer-type';

/** Choices that the rows of a table share. */
export interface RowRules {
  settings: ObjectSettings;
  /** Settings of single fields, by name. */
  fieldSettings: ReadonlyMap<string, FieldSetting>;
  /** Field of the ids; null when it is open. */
  idField: string | null;
  records: number;
  /** Top-level field that is the title by its values; null where a name claims the role. */
  titleField: string | null;
}

/** What the fields above a field are. */
export interface PlaceOfField {
  /** One of them holds lists. */
  isInList: boolean;
  /**
   * One of them has values that are no objects. It is searched by all that it holds, so that those below it
   * are there for filters unless settings say otherwise.
   */
  isInMixed: boolean;
}

/** The row of a field, but for its column and for a role that another field may win. */
export function fieldRow(
  field: FieldSummary,
  rules: RowRules,
  { isInList, isInMixed }: PlaceOfField,
): FieldRow {
  const { settings, fieldSettings, records } = rules;
  const name = fieldName(field.path);
  const setting = fieldSettings.get(name) ?? {};
  const list = setting.list === false || rules.idField === name ? null : textListOf(field);
  const inferredType = inferType(field, list);
  const builtIn = isInMixed ? undefined : meaningOf(field, rules, inferredType);
  const set = setType(settings, name);
  const type = set ?? builtIn?.type ?? inferredType;
  const isSplit = list !== null && splits(type, set, setting) && builtIn?.role !== 'brand';
  const values = isSplit ? list.parts : field.values;
  // Above 1,000 the count is an estimate, which may exceed the values.
  const distinct = Math.min(isSplit ? list.distinct : distinctCount(field.distinct), values);
  const isSilent = isInMixed || (builtIn === undefined && set === undefined && isQuiet(field, type, records));
  const notation = notationOf(field, type, isSplit ? list.separator : null);
  const isAccessList = name === settings.acl?.field || name === settings.acl?.deny_field;
  return {
    path: [...field.path],
    type,
    inferredType,
    origin: set !== undefined ? 'set' : builtIn?.isFixed !== undefined ? 'builtin' : 'inferred',
    list: setting.list ?? (isInList || isSplit || field.lists > 0),
    ...fieldFlags({
      name,
      type,
      settings,
      setting,
      isAccessList,
      isFacetByDefault: !isSilent && facetsByDefault(type, distinct, values),
      isSearchedByDefault: !isSilent,
    }),
    weight: null,
    role: builtIn?.role ?? null,
    unit: type === 'number' ? (setting.unit ?? inferUnit(field)) : null,
    values: type === 'enum' ? (setting.values ?? null) : null,
    format: type === 'identifier' ? inferFormat(field) : null,
    ...(notation === null ? {} : { notation }),
    present: records === 0 ? 0 : field.records / records,
    distinct,
    samples: isAccessList || type === 'children' ? [] : field.samples,
    column: null,
  };
}

/** Whether a field of a type is split into lists: one whose type is set only where a list is set too. */
function splits(type: FieldType, set: FieldType | undefined, { list, values }: FieldSetting): boolean {
  return (
    (type === 'keyword' || type === 'enum') && (set === undefined || (list === true && values === undefined))
  );
}

/** Types of values that suit the meaning of a name in exports, beside the type of the meaning itself. */
const SUITABLE: Partial<Record<FieldType, readonly FieldType[]>> = {
  text: ['text', 'keyword', 'enum', 'identifier'],
  keyword: ['text', 'keyword', 'enum', 'identifier'],
  identifier: ['keyword', 'enum', 'identifier', 'number'],
  number: ['text', 'keyword', 'enum', 'identifier', 'number'],
};

/** A meaning by name, or by values: the latter has no `isFixed`. */
type Claim = Omit<BuiltInField, 'isFixed'> & Partial<Pick<BuiltInField, 'isFixed'>>;

/**
 * The meaning of a field, with the type that its values allow. A field of objects has none; neither has a
 * number field of which more than half is none. Few values make a category an enum.
 */
function meaningOf(
  field: FieldSummary,
  { idField, titleField }: RowRules,
  inferredType: FieldType,
): Claim | undefined {
  const meaning = claimOf(field, idField) ?? (isTop(field, titleField) ? titleByValues : undefined);
  if (meaning === undefined || inferredType === 'children' || inferredType === 'geo') return undefined;
  if (
    meaning.isFixed === false &&
    !isTop(field, idField) &&
    SUITABLE[meaning.type]?.includes(inferredType) !== true
  )
    return undefined;
  if (meaning.type === 'number' && fallsBack(field)) return { ...meaning, type: 'text' };
  return meaning.type === 'keyword' && inferredType === 'enum' ? { ...meaning, type: 'enum' } : meaning;
}

const titleByValues: Claim = { type: 'text', role: 'title', weight: 'primary' };

const isTop = ({ path }: FieldSummary, name: string | null) => path.length === 1 && path[0] === name;

function claimOf(field: FieldSummary, idField: string | null): Claim | undefined {
  const known = builtInField(field.path);
  if (!isTop(field, idField)) return known;
  return { role: null, weight: null, isFixed: true, ...known, type: 'identifier' };
}

/** Whether more than half of the values do not fit the type that the name of the field promises. */
export function fallsBack(field: FieldSummary): boolean {
  const { check } = field;
  return check !== null && (check.bad + misfits(field, check.field.type)) * 2 > check.values;
}
