import { type FieldType, type ObjectSettings } from '../../domain/products/settings';
import { isCheckedType, type ValueField } from '../values/column-value';
import { builtInField } from './built-in-fields';

/** Fields whose type is known before a record is read. Names of nested fields are joined by dots. */
export interface DeclaredFields {
  /** Fields of types of which values can be bad, by name. */
  checked: ReadonlyMap<string, ValueField>;
  /** Names of fields that are left out, with all members below them. */
  skipped: ReadonlySet<string>;
}

/** No field is declared. */
export const nothingDeclared: DeclaredFields = { checked: new Map(), skipped: new Set() };

/** Name of a field in settings, filters and warnings: the names on its path, joined by dots. */
export function fieldName(path: readonly string[]): string {
  return path.join('.');
}

/** The type that settings give a field; undefined when they leave it to the records. */
export function setType(settings: ObjectSettings, name: string): FieldType | undefined {
  const fields = new Map(Object.entries(settings.fields ?? {}));
  return fields.get(name)?.type ?? (settings.identifiers?.includes(name) === true ? 'identifier' : undefined);
}

/** The fields whose types settings declare. */
export function declaredFields(settings: ObjectSettings): DeclaredFields {
  const checked = new Map<string, ValueField>();
  const skipped = new Set<string>();
  for (const [name, { type, unit, values }] of Object.entries(settings.fields ?? {}))
    if (type === 'skip') skipped.add(name);
    else if (type !== undefined && isCheckedType(type))
      checked.set(name, { type, unit: unit ?? null, values: values ?? null, origin: 'set' });
  return { checked, skipped };
}

/** How values of a field are checked while records are summarised: by settings, else by its built-in name. */
export function checkedField({ checked }: DeclaredFields, path: readonly string[]): ValueField | null {
  const set = checked.get(fieldName(path));
  if (set !== undefined) return set;
  const type = builtInField(path)?.type;
  return type !== undefined && isCheckedType(type) ? { type, unit: null, values: null } : null;
}
