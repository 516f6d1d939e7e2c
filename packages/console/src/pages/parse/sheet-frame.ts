import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';
import { type CellRange } from './a1';
import { columnWidths } from './column-widths';
import { type Sheet } from './sheet';

/** Height of a row, and of the header with column letters. */
export const rowPx = 26;
/** Width of the column of row numbers. */
export const gutterPx = 64;
const overscan = 8;

/** Position and size in the grid, in pixels from the first cell. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Geometry of a sheet in a scroller: which lines are near the visible ones, and where ranges lie. Only these
 * lines are rendered.
 */
export function useSheetFrame(sheet: Sheet, scroller: RefObject<HTMLDivElement | null>) {
  const widths = useMemo(() => columnWidths(sheet), [sheet]);
  const lefts = useMemo(() => {
    const starts = [0];
    for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
    return starts;
  }, [widths]);
  const rows = useVirtualizer({
    count: sheet.rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    scrollMargin: rowPx,
    overscan,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: sheet.columns.count,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => widths[position] ?? 0,
    scrollMargin: gutterPx,
    overscan,
  });
  const boxOf = (range: CellRange): Box => {
    const top = sheet.rows.position(range.firstRow);
    const left = lefts[sheet.columns.position(range.firstColumn)] ?? 0;
    return {
      top: top * rowPx,
      left,
      height: (sheet.rows.position(range.lastRow) - top + 1) * rowPx,
      width: (lefts[sheet.columns.position(range.lastColumn) + 1] ?? left) - left,
    };
  };
  return {
    rows: rows.getVirtualItems(),
    columns: columns.getVirtualItems(),
    height: sheet.rows.count * rowPx,
    width: lefts.at(-1) ?? 0,
    boxOf,
    /** Scrolls a range into view. */
    show: (range: CellRange) => {
      const view = scroller.current;
      if (view === null) return;
      const { left, top, width, height } = boxOf(range);
      view.scrollTo({
        left: scrolledTo(view.scrollLeft, view.clientWidth - gutterPx, left, width),
        top: scrolledTo(view.scrollTop, view.clientHeight - rowPx, top, height),
      });
    },
  };
}

/**
 * Scroll position that shows a range with the least movement; a range larger than the view is shown from its
 * start.
 */
function scrolledTo(now: number, visible: number, start: number, size: number): number {
  return Math.min(Math.max(now, start + size - visible), start);
}
