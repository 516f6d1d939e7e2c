import { type FieldRow } from '../../domain/products/field-table';
import { type GroupBySetting } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { wrongMember } from '../search/search-refused';
import { type SearchTarget } from '../search/search-target';
import { canGroup, groupValue } from './group-key';

/** How the hits of a search are grouped. */
export interface Grouping {
  /** Hits of each group. */
  size: number;
  /** Field of the physical index that tells groups apart. */
  field: string;
  /**
   * Whether each record has a key of its group, as for the default field of a build. Otherwise records without a
   * value have none, and are found apart from the others.
   */
  isKeyed: boolean;
  /** Whether the groups have codes, by which they are counted exactly. */
  isCoded: boolean;
}

/** The row of a field whose column can group records; undefined for a field that cannot. */
function groupableRow({ table }: SearchTarget, field: string): FieldRow | undefined {
  const row = table.fields.find(({ path }) => fieldName(path) === field);
  return row?.column != null && canGroup(row) ? row : undefined;
}

/** Whether the records of a build can be grouped by a field. */
export function isGroupable(target: SearchTarget, field: string): boolean {
  return target.groups?.field === field || groupableRow(target, field) !== undefined;
}

/**
 * The grouping that a search asks for.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that records cannot be grouped by
 */
export function groupingOf(target: SearchTarget, { field, size = 1 }: GroupBySetting): Grouping {
  const { groups } = target;
  if (groups !== null && groups.field === field)
    return { size, field: 'gk', isKeyed: true, isCoded: groups.isCoded };
  const row = groupableRow(target, field);
  if (row === undefined)
    throw wrongMember(
      'group_by.field',
      `Records cannot be grouped by ${field}: it is no single keyword, identifier or enum.`,
    );
  return { size, field: row.column!, isKeyed: false, isCoded: false };
}

/** The value that the hits of a group share; null for a record that is a group of its own. */
export function valueOfGroup({ isKeyed }: Pick<Grouping, 'isKeyed'>, key: string | undefined): string | null {
  if (key === undefined) return null;
  return isKeyed ? groupValue(key) : key;
}
