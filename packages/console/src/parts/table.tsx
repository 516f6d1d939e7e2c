import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import './table.css';

export interface Column<Row> {
  name: string;
  /** Width as a CSS grid track; default `1fr`. */
  width?: string;
  /** Set for numbers, which are right-aligned. */
  isNumber?: true;
  /** Set when the rows can be sorted by the column. */
  isSortable?: true;
  /** Heading in place of the name, such as a checkbox. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
}

const rowHeightPx = 36;
/** Rows beyond the visible ones that are rendered. The next page is read when this range reaches the end. */
const overscan = 12;

/** Column that the rows are sorted by. */
export interface Sort {
  by: string;
  isDescending: boolean;
}

/** Least width of a flexible column in a narrow window. */
const leastWidth = '7rem';

/**
 * A table of any length: only rows near the visible ones are rendered. All rows have the same height. `more`
 * is called near the end.
 */
export function Table<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Number of all rows, when known. */
  total?: number;
  more?: () => void;
  /** Order of the rows; a heading of a sortable column calls `onSort`. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
}) {
  const { label, columns, rows, rowKey, total, more, sort, onSort, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan,
  });
  const shown = virtual.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - overscan;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more, rows.length]);
  const tracks = { gridTemplateColumns: columns.map(({ width }) => trackOf(width)).join(' ') };
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <div className="table" role="table" aria-label={label} aria-rowcount={(total ?? rows.length) + 1}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className="row head" style={tracks}>
          {columns.map((column) => (
            <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className="rows" tabIndex={0} aria-label={`Rows: ${label}`}>
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {shown.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={index + 2}
                className="row"
                style={{ ...tracks, height: rowHeightPx, transform: `translateY(${start}px)` }}
              >
                {columns.map(({ name, isNumber, cell }) => (
                  <span key={name} role="cell" className={isNumber === true ? 'number' : undefined}>
                    {cell(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Heading<Row>(props: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const { column, sort, onSort } = props;
  const { name, isNumber, isSortable, head = name } = column;
  const className = isNumber === true ? 'number' : undefined;
  if (isSortable !== true || onSort === undefined)
    return (
      <span role="columnheader" className={className}>
        {head}
      </span>
    );
  const isSorted = sort?.by === name;
  const isDescending = isSorted && sort.isDescending;
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="sort"
        onClick={() => {
          onSort({ by: name, isDescending: isSorted && !isDescending });
        }}
      >
        {head}
        <span aria-hidden>{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </span>
  );
}

const trackOf = (width = '1fr'): string => (width.endsWith('fr') ? `minmax(${leastWidth}, ${width})` : width);
