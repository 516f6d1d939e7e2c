import { type CellRow, createRowBuffer, growRowBuffer } from '../row-buffer';
import { SourceError } from '../source/source-error';
import { type SheetLayout, type WorkbookReader } from '../workbook-reader';
import { defaultLegacyLimits, startLegacyChild, type LegacyChild } from './child-process';
import { type LegacyRow, type LegacyRows, type LegacyWorkbook } from './messages';
import { refuseUnreadable } from './refuse-unreadable';

/**
 * Opens the formats that only SheetJS reads (BIFF2 to BIFF4, SpreadsheetML 2003, HTML saved as a workbook) in
 * a child process, which is killed at its deadline and whose memory the operating system bounds. Rows are
 * requested in batches. Images and charts are not read.
 *
 * @throws SourceError `encrypted`, `unsupported`, `corrupt`, `too_slow`, `too_large`
 */
export async function openLegacy(path: string, limits = defaultLegacyLimits): Promise<WorkbookReader> {
  refuseUnreadable(path);
  const child = startLegacyChild(path, limits);
  try {
    return createLegacyReader(child, await child.ask<LegacyWorkbook>({ ask: 'workbook' }));
  } catch (error) {
    child.kill();
    throw error;
  }
}

function createLegacyReader(
  child: LegacyChild,
  { date1904, sheets, formatCodes }: LegacyWorkbook,
): WorkbookReader {
  return {
    format: 'legacy',
    date1904,
    sheets,
    warnings: ['Pictures and charts of workbooks in this old form are not read.'],
    formatCode: (style) => formatCodes[style] ?? 'General',
    layout: ({ index }) => child.ask<SheetLayout>({ ask: 'layout', sheet: index }),
    async readRows({ index }, onRow) {
      const buffer = createRowBuffer();
      for (let from: number | null = 0; from !== null;) {
        const batch: LegacyRows = await child.ask<LegacyRows>({ ask: 'rows', sheet: index, from });
        for (const row of batch.rows) {
          fill(buffer, row);
          onRow(buffer);
        }
        from = batch.next;
      }
    },
    figures: () => Promise.resolve([]),
    imageBytes: () =>
      Promise.reject(new SourceError('unsupported', 'Pictures of this old form are not read.')),
    close: () => {
      child.kill();
    },
  };
}

function fill(buffer: CellRow, row: LegacyRow): void {
  while (buffer.column.length < row.column.length) growRowBuffer(buffer);
  buffer.row = row.row;
  buffer.hidden = row.hidden;
  buffer.length = row.column.length;
  buffer.column.set(row.column);
  buffer.kind.set(row.kind);
  buffer.style.set(row.style);
  buffer.number.set(row.number);
  buffer.formula.set(row.formula);
  for (const [cell, text] of row.text.entries()) buffer.text[cell] = text;
}
