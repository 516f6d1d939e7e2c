import { everyNameVisible, type IsVisibleName } from '../../domain/products/shown-fields';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { type FieldType, type ObjectSettings } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { nearestNames, probablyMeant } from '../words/nearest-names';

/** Types of fields that conditions on values take. */
const FILTERED_TYPES: readonly FieldType[] = [
  'keyword',
  'enum',
  'identifier',
  'url',
  'number',
  'date',
  'bool',
  'geo',
];
/** Names that an error suggests. */
const suggestedNamesMax = 5;

/** A field on which a filter may put conditions. */
export interface FilterField {
  name: string;
  /** `any` where a filter is checked without the fields of an index. */
  type: FieldType | 'any';
  /** Unit of the values in the column, of number fields. */
  unit: string | null;
  column: string;
}

/** Fields of a build as filters see them. */
export interface FilterFields {
  /** The field of a name, for conditions on its values. @throws FilterInvalid */
  valuesOf(name: string, place: FilterPlace): FilterField;
  /** Whether a name is that of an object whose members are fields. */
  isParent(name: string): boolean;
  /** Columns that tell whether a record has a value of a field, or of one below it. @throws FilterInvalid */
  existenceOf(name: string, place: FilterPlace): string[];
  placeColumns: readonly string[];
}

/**
 * The fields of a build that filters may use: those that are filterable, but for fields of access lists. Of
 * two fields with the same name, such as `a.b` and `b` in `a`, the first in the table counts.
 *
 * @param isVisibleName the names that a refusal may suggest; of any other name it does not tell whether there
 *   is such a field
 */
export function createFilterFields(
  table: FieldTable,
  { acl }: ObjectSettings,
  isVisibleName: IsVisibleName = everyNameVisible,
): FilterFields {
  const hidden = new Set([acl?.field, acl?.deny_field]);
  const rows = new Map<string, FieldRow>();
  for (const row of [...table.fields].reverse()) rows.set(fieldName(row.path), row);
  const fields = new Map<string, FilterField>();
  for (const { path, type, unit, column, filterable } of table.fields) {
    const name = fieldName(path);
    if (filterable && column !== null && !hidden.has(name) && !fields.has(name))
      fields.set(name, { name, type, unit, column });
  }
  const names = [...fields.keys()];
  const visibleNames = names.filter(isVisibleName);
  const below = (name: string) => names.filter((other) => other.startsWith(`${name}.`));

  const valuesOf: FilterFields['valuesOf'] = (name, place) => {
    const field = fields.get(name);
    if (field !== undefined) return field;
    if (!isVisibleName(name))
      throw unknown(name, place, { names: visibleNames, hint: ' that can be filtered' });
    throw refused(name, place, rows.get(name), {
      names: visibleNames,
      below: below(name).filter(isVisibleName),
    });
  };
  const isParent = (name: string) => rows.get(name)?.type === 'children' && below(name).length > 0;

  return {
    valuesOf,
    isParent,
    existenceOf: (name, place) =>
      isParent(name) ? below(name).map((each) => fields.get(each)!.column) : [valuesOf(name, place).column],
    placeColumns: [...fields.values()].flatMap(({ type, column }) => (type === 'geo' ? [column] : [])),
  };
}

function refused(
  name: string,
  place: FilterPlace,
  row: FieldRow | undefined,
  { names, below }: { names: readonly string[]; below: readonly string[] },
): FilterInvalid {
  if (row?.type === 'text')
    return new FilterInvalid(
      `The text field '${shown(name)}' cannot be filtered; a field with one of the expected types can.`,
      place,
      FILTERED_TYPES,
    );
  if (row?.type === 'children' && below.length > 0)
    return new FilterInvalid(
      `The field '${shown(name)}' holds fields of its own; filter by one of them.`,
      place,
      below.slice(0, suggestedNamesMax),
    );
  if (row !== undefined)
    return new FilterInvalid(
      `The field '${shown(name)}' is not filterable.`,
      place,
      nearestNames(name, names, suggestedNamesMax),
    );
  return unknown(name, place, { names, hint: '' });
}

/** The refusal of a name that no field has, with the names that are most like it. */
function unknown(
  name: string,
  place: FilterPlace,
  { names, hint }: { names: readonly string[]; hint: string },
): FilterInvalid {
  const meant = probablyMeant(name, names);
  const question = meant === null ? '' : ` Did you mean '${meant}'?`;
  const message = `There is no field '${shown(name)}'${hint}.${question}`;
  return new FilterInvalid(message, place, nearestNames(name, names, suggestedNamesMax));
}

const shownCharsMax = 60;

function shown(name: string): string {
  return name.length <= shownCharsMax ? name : `${name.slice(0, shownCharsMax)}…`;
}

/** Place of the fault in a filter: offset in its text in UTF-16 units, or path to a member of its object. */
export type FilterPlace = number | readonly string[];

/** A filter that cannot be read, or does not fit the fields of the index. */
export class FilterInvalid extends Error {
  override readonly name = 'FilterInvalid';

  constructor(
    /** A sentence for people. */
    message: string,
    readonly place: FilterPlace,
    /** Tokens, names or kinds of values that could stand at the place. */
    readonly expected: readonly string[],
  ) {
    super(message);
  }
}
