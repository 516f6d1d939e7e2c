import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { type ObjectSettings } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { columnValue, valuesOf } from '../values/column-value';
import { membersAt } from '../values/members-at';

/** Whether records can be grouped by a field: single keywords, identifiers and enums. */
export function canGroup({ type, list }: Pick<FieldRow, 'type' | 'list'>): boolean {
  return !list && (type === 'keyword' || type === 'identifier' || type === 'enum');
}

/** The field by which an index groups its records by default; null when there is none that can. */
export function defaultGroupField({ fields }: FieldTable, { group_by: by }: ObjectSettings): FieldRow | null {
  if (by === undefined) return null;
  return (
    fields.find((row) => fieldName(row.path) === by.field && row.column !== null && canGroup(row)) ?? null
  );
}

/** Makes the key of the group of a record, the content of the column `gk`. */
export type GroupKeyOf = (record: object, recordId: string) => string;

/**
 * Creates what makes keys of groups. A record without a value is a group of its own, whose key is no value's.
 *
 * @returns null where records are not grouped by default
 */
export function createGroupKeys(table: FieldTable, settings: ObjectSettings): GroupKeyOf | null {
  const field = defaultGroupField(table, settings);
  if (field === null) return null;
  return (record, recordId) => {
    for (const member of membersAt(record, field.path))
      for (const value of valuesOf(field.type, member)) {
        const inColumn = columnValue(field, value);
        if (typeof inColumn === 'string') return `=${inColumn}`;
      }
    return `#${recordId}`;
  };
}

/** The value that a key stands for; null for a record that is a group of its own. */
export function groupValue(key: string): string | null {
  return key.startsWith('=') ? key.slice(1) : null;
}
