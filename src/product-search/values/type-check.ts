import { type ObjectSettings } from '../../domain/products/settings';
import { declaredFields, fieldName } from '../schema/declared-fields';
import { valueFault, valuesOf } from './column-value';

/** A value of a record that does not fit the declared type of its field. */
export interface TypeFault {
  /** Name of the field; names of nested fields are joined by dots. */
  field: string;
  /** Such as `expected number, got 'call us'`. */
  message: string;
}

/**
 * Creates the check of records by strict types: the first value that does not fit the type which the settings
 * declare for its field. The check answers null for a record that fits, and for every record without
 * `strict_types`.
 */
export function createTypeCheck(settings: ObjectSettings): (record: object) => TypeFault | null {
  const { checked: declared } = declaredFields(settings);
  if (settings.strict_types !== true || declared.size === 0) return () => null;
  const names = [...declared.keys()];
  const leadsOn = (name: string) => names.some((other) => other.startsWith(`${name}.`));

  function faultOfMembers(owner: object, path: readonly string[]): TypeFault | null {
    for (const [name, member] of Object.entries(owner) as [string, unknown][]) {
      const fault = faultOf(member, [...path, name]);
      if (fault !== null) return fault;
    }
    return null;
  }

  function faultOf(member: unknown, path: readonly string[]): TypeFault | null {
    const field = fieldName(path);
    const check = declared.get(field);
    if (check !== undefined) {
      for (const value of valuesOf(check.type, member)) {
        const message = valueFault(check, value);
        if (message !== null) return { field, message };
      }
    }
    return leadsOn(field) ? faultBelow(member, path) : null;
  }

  function faultBelow(member: unknown, path: readonly string[]): TypeFault | null {
    if (Array.isArray(member)) {
      for (const element of member) {
        const fault = faultBelow(element, path);
        if (fault !== null) return fault;
      }
      return null;
    }
    return typeof member === 'object' && member !== null ? faultOfMembers(member, path) : null;
  }

  return (record) => faultOfMembers(record, []);
}
