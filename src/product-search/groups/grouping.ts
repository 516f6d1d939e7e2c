import { type estypes } from '@elastic/elasticsearch';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { type GroupBySetting, type ObjectSettings } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { wrongMember } from '../search/search-refused';
import { type SearchTarget } from '../search/search-target';
import { columnValue, fieldValues } from '../values/column-value';
import { membersAt } from '../values/members-at';
import { groupPartsMax, groupsOfEstimate } from '../../domain/products/group-code';

/** How the hits of a search are grouped. */
export interface Grouping {
  /** Hits of each group. */
  size: number;
  /** Field of the physical index that tells groups apart. */
  field: string;
  /**
   * Whether each record has a key of its group, as for the default field of a build. Otherwise records
   * without a value have none, and are found apart from the others.
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
      for (const value of fieldValues(field, member)) {
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

/** The largest threshold that Elasticsearch takes: the sketch of a whole part stays small. */
const preciseMax = 40_000;

/**
 * Aggregation that counts the groups of what a query matches, or of a bucket of it; {@link groupsCounted}
 * reads its answer. Exact for builds whose groups have codes.
 *
 * @param recordsMax records that are counted at most; sketches for few records are smaller. Default: any
 *   number
 */
export function countGroups(recordsMax = Infinity): estypes.AggregationsAggregationContainer {
  const threshold = Math.min(preciseMax, recordsMax);
  return {
    terms: { field: 'gp', size: groupPartsMax },
    aggs: { groups: { cardinality: { field: 'g', precision_threshold: threshold } } },
  };
}

/** Answer to {@link countGroups}. */
export interface CountedGroups {
  buckets: { groups: { value: number } }[];
}

export function groupsCounted({ buckets }: CountedGroups): number {
  return buckets.reduce((sum, { groups }) => sum + groupsOfEstimate(groups.value), 0);
}
