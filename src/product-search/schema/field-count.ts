import { fieldNameCharsMax, fieldsPerIndexMax, recordDepthMax } from '../../domain/products/limits';
import { type ObjectSettings } from '../../domain/products/settings';
import { declaredFields, fieldName } from './declared-fields';

/** Fields that an index has with the records that were added. */
export interface FieldCount {
  /** Adds the fields of a record. Where an index may not have so many, nothing is added and the answer says why. */
  add(record: object): string | null;
}

/** Name of a path that no other path has. */
export function pathKey(path: readonly string[]): string {
  return path.join('\u0000');
}

/**
 * Counts the fields of records as a build does.
 *
 * @param known paths of fields that the index has already, as `pathKey` names them
 */
export function createFieldCount(settings: ObjectSettings, known: ReadonlySet<string>): FieldCount {
  const { skipped } = declaredFields(settings);
  const added = new Set<string>();

  /** Adds paths to a record's own; false once there are more than an index may have. */
  function gather(value: unknown, path: readonly string[], own: Set<string>): boolean {
    if (Array.isArray(value)) return value.every((element) => gather(element, path, own));
    if (typeof value !== 'object' || value === null) return true;
    if (path.length >= recordDepthMax || skipped.has(fieldName(path))) return true;
    return Object.entries(value).every(([name, member]) => {
      if (name.length > fieldNameCharsMax) return true;
      const memberPath = [...path, name];
      own.add(pathKey(memberPath));
      return own.size <= fieldsPerIndexMax && gather(member, memberPath, own);
    });
  }

  return {
    add(record) {
      const own = new Set<string>();
      if (!gather(record, [], own)) return `the record has more than ${fieldsPerIndexMax} fields`;
      const fresh = [...own].filter((key) => !known.has(key) && !added.has(key));
      if (fresh.length > 0 && known.size + added.size + fresh.length > fieldsPerIndexMax)
        return `with this record the index has more than ${fieldsPerIndexMax} fields`;
      for (const key of fresh) added.add(key);
      return null;
    },
  };
}
