import { columnLetters, type CellRange, readRange } from './a1';
import { ChartDrawing } from './charts/chart-drawing';
import { readChart } from './charts/read-chart';
import { stripPx } from './column-widths';
import { roleOf, signOf } from './roles';
import { type Area } from './sheet';
import { type Box } from './sheet-frame';

/** Matches numbers, amounts and dates, which are right-aligned as in a spreadsheet. */
const numberLike = /^[^\p{L}]{0,4}\d[^\p{L}]*$/u;

/**
 * A chunk as an area of the grid. Colour, border and sign show its role. The text is hidden from screen
 * readers, since the panel next to the grid has it.
 */
export function SheetArea(props: {
  id: string;
  area: Area;
  label: string;
  isSelected: boolean;
  shown: CellRange;
  boxOf: (range: CellRange) => Box;
  select: (chunkIndex: number) => void;
}) {
  const { id, area, label, isSelected, shown, boxOf, select } = props;
  const role = roleOf(area.chunk);
  const box = boxOf(area);
  const { chunk } = area;
  return (
    <>
      <div
        id={id}
        role="option"
        aria-selected={isSelected}
        aria-label={label}
        className={`area ${role}`}
        style={box}
        onClick={() => {
          select(chunk.chunk_index);
        }}
      />
      <div aria-hidden="true" className={`area-content ${role}`} style={box}>
        <span className="strip" style={{ width: stripPx }}>
          {signOf(role)}
        </span>
        {role === 'figure' ? (
          <FigurePreview area={area} />
        ) : (
          <Cells area={area} shown={shown} boxOf={boxOf} />
        )}
        {markedCells(area).map(({ cell, range }) => {
          const { left, top, width } = boxOf(range);
          return (
            <span
              key={cell}
              className="mark"
              style={{ left: left - box.left + width - 8, top: top - box.top }}
            />
          );
        })}
      </div>
    </>
  );
}

function Cells(props: { area: Area; shown: CellRange; boxOf: (range: CellRange) => Box }) {
  const { area, shown, boxOf } = props;
  const box = boxOf(area);
  return shownCells(area, shown).map(({ range, text }) => {
    const { left, top, width, height } = boxOf(range);
    const indent = range.firstColumn === area.firstColumn ? stripPx : 0;
    return (
      <span
        key={`${range.firstRow}:${range.firstColumn}`}
        className={numberLike.test(text) ? 'cell number' : 'cell'}
        style={{ left: left - box.left + indent, top: top - box.top, width: width - indent, height }}
      >
        {text}
      </span>
    );
  });
}

function FigurePreview({ area: { chunk } }: { area: Area }) {
  const url = chunk.figure?.asset_url ?? null;
  const chart = chunk.figure?.kind === 'chart' ? readChart(chunk.text) : null;
  if (chart !== null)
    return (
      <span className="figure-chart">
        <ChartDrawing chart={chart} />
      </span>
    );
  return url === null ? (
    <span className="figure-text">{chunk.text}</span>
  ) : (
    <img className="figure-image" src={url} alt="" loading="lazy" />
  );
}

/** Cells with text near the visible part; a merged cell once, over its whole range. */
function shownCells(area: Area, shown: CellRange): { range: CellRange; text: string }[] {
  const { chunk, firstRow, firstColumn } = area;
  const merged = (chunk.merged_ranges ?? []).flatMap((text) => readRange(text) ?? []);
  const cells: { range: CellRange; text: string }[] = [];
  area.lines().forEach((line, down) => {
    const row = firstRow + down;
    line.forEach((text, right) => {
      const column = firstColumn + right;
      if (text === '') return;
      const cover = merged.find((range) => holds(range, row, column));
      const range = cover ?? { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column };
      if (range.lastRow < shown.firstRow || range.firstRow > shown.lastRow) return;
      if (range.lastColumn < shown.firstColumn || range.firstColumn > shown.lastColumn) return;
      if (cover === undefined || (cover.firstRow === row && cover.firstColumn === column)) {
        const lastRow = Math.min(range.lastRow, area.lastRow);
        const lastColumn = Math.min(range.lastColumn, area.lastColumn);
        cells.push({ range: { ...range, lastRow, lastColumn }, text });
      }
    });
  });
  return cells;
}

const holds = (range: CellRange, row: number, column: number): boolean =>
  row >= range.firstRow && row <= range.lastRow && column >= range.firstColumn && column <= range.lastColumn;

/** Cells with remarks or links. */
function markedCells({ chunk }: Area): { cell: string; range: CellRange }[] {
  const cells = new Set([...(chunk.comments ?? []), ...(chunk.links ?? [])].map(({ cell }) => cell));
  return [...cells].flatMap((cell) => {
    const range = readRange(cell);
    return range === null ? [] : [{ cell: `${columnLetters(range.firstColumn)}${range.firstRow}`, range }];
  });
}
