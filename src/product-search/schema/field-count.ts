import { fieldNameCharsMax, fieldsPerIndexMax, recordDepthMax } from '../../domain/products/limits';
import { type ObjectSettings } from '../../domain/products/settings';
import { declaredFields, fieldName } from './declared-fields';

export function pathKey(path: readonly string[]): string {
  return path.join('\u0000');
}

/** Counts fields of records. */
export interface FieldCount {
  /** Counts the fields of a record. Gives a sentence, and counts none, where there would be too many. */
  add(record: object): string | null;
  /** Fields of the records that were counted, as `pathKey` names them. */
  paths: ReadonlySet<string>;
}

/**
 * Counts the fields of records as a build does.
 *
 * @param known fields that the index has already, as `pathKey` names them
 */
export function createFieldCount(
  settings: ObjectSettings,
  known: { size: number; has(path: string): boolean },
): FieldCount {
  const { skipped } = declaredFields(settings);
  const paths = new Set<string>();
  let added = 0;

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
      const others = [...own].filter((key) => !paths.has(key));
      const fresh = others.filter((key) => !known.has(key)).length;
      if (fresh > 0 && known.size + added + fresh > fieldsPerIndexMax)
        return `with this record the index has more than ${fieldsPerIndexMax} fields`;
      added += fresh;
      for (const key of others) paths.add(key);
      return null;
    },
    paths,
  };
}
