import { type Column } from './table';
import { type Selection } from './use-selection';

/** Column with a checkbox for each row, and one in its heading for all of them. */
export function selectionColumn<Row>(
  { selected, isAll, has, select, selectAll }: Selection<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    name: 'Selected',
    width: '2.75rem',
    head: (
      <input
        ref={(element) => {
          if (element !== null) element.indeterminate = selected.length > 0 && !isAll;
        }}
        type="checkbox"
        aria-label="Select all"
        checked={isAll}
        onChange={({ target: { checked } }) => {
          selectAll(checked);
        }}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        checked={has(row)}
        onChange={({ target: { checked } }) => {
          select(row, checked);
        }}
      />
    ),
  };
}
