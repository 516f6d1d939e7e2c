import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { columnLetters, type CellRange } from './a1';
import { type Line } from './axis';
import { type SheetChunk } from './chunk-lines';
import { chunkLabel } from './chunk-label';
import { SheetArea } from './sheet-area';
import { gutterPx, rowPx, useSheetFrame } from './sheet-frame';
import { type Sheet } from './sheet';

/**
 * A sheet as a grid, with its chunks as areas. Only the part near the visible one is rendered, in both
 * directions. For the keyboard it is a list of chunks: arrow keys move between them.
 */
export function SheetGrid(props: {
  sheet: Sheet;
  selected: number | null;
  select: (chunkIndex: number) => void;
}) {
  const { sheet, selected, select } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idPrefix = useId();
  const frame = useSheetFrame(sheet, scroller);
  const { rows, columns, boxOf, show } = frame;
  const shown = visibleRange(sheet, rows, columns);

  const showRef = useRef(show);
  useEffect(() => {
    showRef.current = show;
  });
  useEffect(() => {
    const area = sheet.areas.find(({ chunk }) => chunk.chunk_index === selected);
    if (area !== undefined) showRef.current(area);
  }, [sheet, selected]);

  const areas = sheet.areas.filter((area) => meets(area, shown) || area.chunk.chunk_index === selected);
  const tables = sheet.tables.filter((table) => meets(table, shown));
  const isActive = areas.some(({ chunk }) => chunk.chunk_index === selected);
  const optionId = (chunkIndex: number) => `${idPrefix}-${chunkIndex}`;

  return (
    <div
      ref={scroller}
      className="sheet"
      role="listbox"
      tabIndex={0}
      aria-label={`Chunks of the sheet ${sheet.name}`}
      aria-activedescendant={isActive && selected !== null ? optionId(selected) : undefined}
      onKeyDown={(event) => {
        const next = nextChunk(
          event,
          sheet.areas.map(({ chunk }) => chunk),
          selected,
        );
        if (next === null) return;
        event.preventDefault();
        select(next.chunk_index);
      }}
    >
      <div
        role="presentation"
        className="sheet-canvas"
        style={{ width: frame.width + gutterPx, height: frame.height + rowPx }}
      >
        <div className="column-names" aria-hidden="true" style={{ height: rowPx }}>
          <span className="corner" style={{ width: gutterPx }} />
          {columns.map(({ index, start, size }) => (
            <ColumnName
              key={index}
              line={sheet.columns.line(index)}
              sheet={sheet}
              left={start}
              width={size}
            />
          ))}
        </div>
        <div className="row-names" aria-hidden="true" style={{ width: gutterPx, height: frame.height }}>
          {rows.map(({ index, start }) => (
            <RowName key={index} line={sheet.rows.line(index)} sheet={sheet} top={start - rowPx} />
          ))}
        </div>
        <div
          role="presentation"
          className="cells"
          style={{ left: gutterPx, top: rowPx, width: frame.width, height: frame.height }}
        >
          {areas.map((area) => (
            <SheetArea
              key={area.chunk.chunk_index}
              id={optionId(area.chunk.chunk_index)}
              area={area}
              label={chunkLabel(area.chunk)}
              isSelected={area.chunk.chunk_index === selected}
              shown={shown}
              boxOf={boxOf}
              select={select}
            />
          ))}
          {tables.map((table) => (
            <div
              key={table.id}
              role="presentation"
              aria-hidden="true"
              className="table-frame"
              style={boxOf(table)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function ColumnName(props: { line: Line; sheet: Sheet; left: number; width: number }) {
  const { line, sheet, left, width } = props;
  if (!('at' in line))
    return (
      <span
        className="name gap"
        title={`${columnLetters(line.gapFrom)} to ${columnLetters(line.gapTo)} are empty`}
        style={{ left, width }}
      >
        …
      </span>
    );
  const isHidden = sheet.hiddenColumns.has(line.at);
  return (
    <span
      className={isHidden ? 'name hidden' : 'name'}
      title={isHidden ? 'Hidden in the workbook' : undefined}
      style={{ left, width }}
    >
      {columnLetters(line.at)}
    </span>
  );
}

function RowName({ line, sheet, top }: { line: Line; sheet: Sheet; top: number }) {
  if (!('at' in line))
    return (
      <span className="name gap" title={`Rows ${line.gapFrom} to ${line.gapTo} are empty`} style={{ top }}>
        ⋮
      </span>
    );
  const isHidden = sheet.hiddenRows.has(line.at);
  return (
    <span
      className={isHidden ? 'name hidden' : 'name'}
      title={isHidden ? 'Hidden in the workbook' : undefined}
      style={{ top }}
    >
      {line.at}
    </span>
  );
}

/** Rows and columns near the visible ones. */
function visibleRange(
  { rows, columns }: Sheet,
  shownRows: readonly { index: number }[],
  shownColumns: readonly { index: number }[],
): CellRange {
  const first = (line: Line) => ('at' in line ? line.at : line.gapFrom);
  const last = (line: Line) => ('at' in line ? line.at : line.gapTo);
  return {
    firstRow: first(rows.line(shownRows.at(0)?.index ?? 0)),
    lastRow: last(rows.line(shownRows.at(-1)?.index ?? 0)),
    firstColumn: first(columns.line(shownColumns.at(0)?.index ?? 0)),
    lastColumn: last(columns.line(shownColumns.at(-1)?.index ?? 0)),
  };
}

const meets = (a: CellRange, b: CellRange): boolean =>
  a.firstRow <= b.lastRow &&
  a.lastRow >= b.firstRow &&
  a.firstColumn <= b.lastColumn &&
  a.lastColumn >= b.firstColumn;

/** The chunk that a key selects; null for other keys. */
function nextChunk(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  chunks: readonly SheetChunk[],
  selected: number | null,
): SheetChunk | null {
  if (altKey || ctrlKey || metaKey) return null;
  const at = chunks.findIndex((chunk) => chunk.chunk_index === selected);
  const last = chunks.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowRight: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    ArrowLeft: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : (chunks[target] ?? null);
}
