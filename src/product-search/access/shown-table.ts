import { type FieldTable } from '../../domain/products/field-table';
import { everyField, type ShownFields } from '../../domain/products/shown-fields';
import { fieldName } from '../schema/declared-fields';

/** A field table as if no record had the fields that are not shown. */
export function shownTable(table: FieldTable, shown: ShownFields): FieldTable {
  if (shown === everyField) return table;
  const isShown = (path: readonly string[]) => shown.shows(fieldName(path));
  const isParentShown = (path: readonly string[]) =>
    table.fields.some(
      (row) =>
        row.path.length > path.length && path.every((name, n) => row.path[n] === name) && isShown(row.path),
    );
  return {
    ...table,
    fields: table.fields.filter(
      ({ path, type }) => isShown(path) || (type === 'children' && isParentShown(path)),
    ),
    primary: table.primary !== null && isShown(table.primary) ? table.primary : null,
  };
}
