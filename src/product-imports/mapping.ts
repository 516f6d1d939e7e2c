import { type IgnoredSetting, type MappedSetting } from '../domain/products/import';
import { fieldNameCharsMax, fieldsPerIndexMax, groupSizeMax } from '../domain/products/limits';
import { type FieldSetting, type ObjectSettings } from '../domain/products/settings';

/** Mapped settings, and the outcome for each setting of the source. */
export interface SettingsMapping {
  settings: ObjectSettings;
  mapped: MappedSetting[];
  ignored: IgnoredSetting[];
}

/** Settings that are lists of names. */
type NameList = 'searchable' | 'facets' | 'sortable' | 'identifiers';

/** Most lines of each kind in a report. */
const linesMax = 1_000;
const nameCharsMax = 200;

/**
 * Creates a collector of mapped settings and lines of the report. Names that are invalid as names of fields
 * are reported as ignored, so that the resulting settings are always valid.
 */
export function createMapping() {
  const lists = new Map<NameList, Set<string>>();
  const fields = new Map<string, FieldSetting>();
  const mapped: MappedSetting[] = [];
  const ignored: IgnoredSetting[] = [];
  let groupBy: ObjectSettings['group_by'];

  function ignore(name: string, reason: string): void {
    if (ignored.length < linesMax) ignored.push({ name: name.slice(0, nameCharsMax), reason });
  }

  function note(name: string, to: string): void {
    if (mapped.length < linesMax) mapped.push({ name: name.slice(0, nameCharsMax), to });
  }

  /** Whether a field may be named; otherwise reports why not. */
  function accepts(source: string, field: unknown, isFull: boolean): field is string {
    if (
      typeof field !== 'string' ||
      field === '' ||
      field === '__proto__' ||
      field.length > fieldNameCharsMax
    )
      ignore(source, 'a name in it cannot be the name of a field');
    else if (isFull) ignore(source, `more than ${fieldsPerIndexMax} fields are named`);
    else return true;
    return false;
  }

  return {
    ignore,
    note,

    /** Appends a field to a list. */
    list(source: string, list: NameList, field: unknown): void {
      const names = lists.get(list) ?? new Set();
      if (!accepts(source, field, names.size >= fieldsPerIndexMax)) return;
      lists.set(list, names.add(field));
    },

    /** Adds settings of a field. */
    field(source: string, field: unknown, setting: FieldSetting): void {
      if (!accepts(source, field, fields.size >= fieldsPerIndexMax)) return;
      fields.set(field, { ...fields.get(field), ...setting });
    },

    /** Sets the field that hits are grouped by. */
    group(source: string, field: unknown, size = 1): void {
      if (!accepts(source, field, false)) return;
      groupBy = { field, size: Math.min(Math.max(1, Math.trunc(size)), groupSizeMax) };
    },

    result(): SettingsMapping {
      const named = Array.from(lists, ([list, names]) => [list, [...names]]);
      const settings = {
        ...(Object.fromEntries(named) as Pick<ObjectSettings, NameList>),
        ...(fields.size === 0 ? {} : { fields: Object.fromEntries(fields) }),
        ...(groupBy === undefined ? {} : { group_by: groupBy }),
      };
      return { settings, mapped, ignored };
    },
  };
}

export type Mapping = ReturnType<typeof createMapping>;

export type MapSetting = (mapping: Mapping, name: string, value: unknown, all: SourceSettings) => void;

/** Settings of a source by the provider's names. */
export type SourceSettings = ReadonlyMap<string, unknown>;

/** Reports a setting as having no counterpart. */
export const ignored =
  (reason: string): MapSetting =>
  (mapping, name) => {
    mapping.ignore(name, reason);
  };

/** Maps a setting that is a list of names. @param each maps one of them */
export const eachOf =
  (each: (mapping: Mapping, name: string, text: string) => void): MapSetting =>
  (mapping, name, value) => {
    if (!Array.isArray(value)) {
      mapping.ignore(name, 'it is not a list');
      return;
    }
    for (const item of value as unknown[])
      if (typeof item === 'string') each(mapping, name, item);
      else mapping.ignore(name, 'an item of it is no text');
  };

/** Whether a setting is empty: null, an empty list, or an empty object. */
function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

/**
 * Maps settings by a table. Empty settings are skipped; settings that the table lacks are reported as
 * ignored.
 */
export function mapByTable(
  mapping: Mapping,
  settings: SourceSettings,
  table: Readonly<Record<string, MapSetting>>,
): void {
  for (const [name, value] of settings) {
    if (isEmpty(value)) continue;
    const map = Object.hasOwn(table, name) ? table[name]! : ignored('it has no counterpart');
    map(mapping, name, value, settings);
  }
}
