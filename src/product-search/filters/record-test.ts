import { parseRecord } from '../../domain/products/raw-object';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { columnValue, type ColumnValue, fieldValues } from '../values/column-value';
import { type GeoPoint } from '../values/geo';
import { membersAt } from '../values/members-at';
import { columnsOf, type FilterCondition, type FilterTree, type RangeBounds } from './filter-tree';

/** Values of a record by column. */
type Columns = ReadonlyMap<string, readonly ColumnValue[]>;

/** Mean radius of the earth, as Elasticsearch has it. */
const earthMeters = 6_371_008.7714;

/**
 * Makes the test whether a record passes a filter, without the search engine: for records that it does not
 * hold yet. The same records pass as there.
 *
 * @param table fields of the build for which the filter was read
 * @returns the test, by the JSON text of a record
 */
export function createRecordTest(table: FieldTable, tree: FilterTree): (text: string) => boolean {
  const used = columnsOf(tree);
  const rows = table.fields.filter(({ column }) => column !== null && used.has(column));
  return (text) => {
    const record = parseRecord(text);
    return passes(tree, new Map(rows.map((row) => [row.column!, columnOf(record, row)])));
  };
}

function columnOf(record: object, row: FieldRow): ColumnValue[] {
  return membersAt(record, row.path).flatMap((member) =>
    fieldValues(row, member).flatMap((value) => {
      const inColumn = columnValue(row, value);
      return inColumn === null ? [] : [inColumn];
    }),
  );
}

function passes(tree: FilterTree, columns: Columns): boolean {
  switch (tree.kind) {
    case 'and':
      return tree.of.every((part) => passes(part, columns));
    case 'or':
      return tree.of.some((part) => passes(part, columns));
    case 'not':
      return !passes(tree.of, columns);
    default:
      return [...columnsOf(tree)].some((column) =>
        (columns.get(column) ?? []).some((value) => meets(value, tree)),
      );
  }
}

function meets(value: ColumnValue, condition: FilterCondition): boolean {
  switch (condition.kind) {
    case 'values':
      return condition.values.some((wanted) => wanted === value);
    case 'range':
      return isWithin(value as number, condition.bounds);
    case 'exists':
      return true;
    case 'radius':
      return distanceMeters(value as GeoPoint, condition.center) <= condition.meters;
    case 'box': {
      const { lat, lon } = value as GeoPoint;
      const { north, south, west, east } = condition;
      const isBetween = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
      return lat >= south && lat <= north && isBetween;
    }
  }
}

function isWithin(value: number, { gt, gte, lt, lte }: RangeBounds): boolean {
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}

/** Distance along the surface of the earth, by the haversine formula. */
function distanceMeters(a: GeoPoint, b: GeoPoint): number {
  const halfSine = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const ofLatitudes = halfSine(a.lat, b.lat);
  const ofLongitudes = Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * halfSine(a.lon, b.lon);
  return 2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(ofLatitudes + ofLongitudes)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
