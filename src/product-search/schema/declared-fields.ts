import { type FieldType, type ObjectSettings } from '../../domain/products/settings';
import { isCheckedType, type ValueField } from '../values/column-value';
import { builtInField } from './built-in-fields';

/**
 * Fields whose type is known before a record is read, by their name; only types of which values can be bad.
 * Names of nested fields are joined by dots.
 */
export type DeclaredFields = ReadonlyMap<string, ValueField>;

/** Name of a field in settings, filters and warnings: the names on its path, joined by dots. */
export function fieldName(path: readonly string[]): string {
  return path.join('.');
}

/** The type that settings give a field; undefined when they leave it to the records. */
export function setType(settings: ObjectSettings, name: string): FieldType | undefined {
  const fields = new Map(Object.entries(settings.fields ?? {}));
  return fields.get(name)?.type ?? (settings.identifiers?.includes(name) === true ? 'identifier' : undefined);
}

/** The fields whose types settings declare, of the types that can have bad values. */
export function declaredFields(settings: ObjectSettings): DeclaredFields {
  const declared = new Map<string, ValueField>();
  for (const [name, { type, unit, values }] of Object.entries(settings.fields ?? {}))
    if (type !== undefined && isCheckedType(type))
      declared.set(name, { type, unit: unit ?? null, values: values ?? null });
  return declared;
}

/** How values of a field are checked while records are summarised: by settings, else by its built-in name. */
export function checkedField(declared: DeclaredFields, path: readonly string[]): ValueField | null {
  const set = declared.get(fieldName(path));
  if (set !== undefined) return set;
  const type = builtInField(path)?.type;
  return type !== undefined && isCheckedType(type) ? { type, unit: null, values: null } : null;
}
