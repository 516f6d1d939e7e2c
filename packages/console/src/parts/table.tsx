import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

export interface Column<Row> {
  name: string;
  /** Width as a CSS grid track; default `1fr`. */
  width?: string;
  /** Set for numbers, which are right-aligned. */
  isNumber?: true;
  cell: (row: Row) => ReactNode;
}

const rowHeightPx = 36;
/** Rows beyond the visible ones that are rendered. The next page is read when this range reaches the end. */
const overscan = 12;

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
  /** Shown when there are no rows. */
  empty: ReactNode;
}) {
  const { label, columns, rows, rowKey, total, more, empty } = props;
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
          {columns.map(({ name, isNumber }) => (
            <span key={name} role="columnheader" className={isNumber === true ? 'number' : undefined}>
              {name}
            </span>
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

const trackOf = (width = '1fr'): string => (width.endsWith('fr') ? `minmax(${leastWidth}, ${width})` : width);
