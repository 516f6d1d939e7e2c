import { CellDisplay } from './display/cell-display';
import { parseSheet } from './parse-sheet';
import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from './parse-request';
import { WorkbookError } from './workbook-error';
import { type WorkbookReader } from './workbook-reader';

/** What a parse tells while it runs. */
export interface ParseEvents {
  /** At most every 250 ms, and at the end. */
  progress(counts: ParseProgressCounts): void;
  /** A sheet is complete. The next one is read meanwhile, but reported only after the promise has settled. */
  part(part: ParsedPart): Promise<void>;
}

const progressIntervalMs = 250;
/** All parts of one attempt; a workbook past it is made to fill disks. */
const workbookBytesMax = 4 * 1024 * 1024 * 1024;
/** Rows between two looks at the clock. */
const clockRows = 256;

/**
 * Parses a workbook sheet by sheet, from `request.resume` on. The same file, options and links give the same bytes, however
 * often an attempt was broken off between two sheets.
 *
 * @throws WorkbookError, and whatever `part` or the file system throws
 */
export async function parseWorkbook(
  reader: WorkbookReader,
  request: ParseRequest,
  events: ParseEvents,
): Promise<ParsedWorkbook> {
  const { resume } = request;
  const display = new CellDisplay(reader);
  const sheetsTotal = reader.sheets.length;
  let chunkIndex = resume.chunkIndex;
  let rowsDone = resume.rowsDone;
  let bytes = 0;
  let reported: Promise<void> = Promise.resolve();
  let lastProgressMs = -Infinity;

  function report(sheetsDone: number): void {
    const now = performance.now();
    if (now - lastProgressMs < progressIntervalMs) return;
    lastProgressMs = now;
    events.progress({ sheetsTotal, sheetsDone, rowsDone });
  }

  for (const sheet of reader.sheets.slice(resume.sheetIndex)) {
    report(sheet.index);
    const part = await parseSheet(reader, sheet, display, request, chunkIndex, () => {
      rowsDone++;
      if (rowsDone % clockRows === 0) report(sheet.index);
    });
    chunkIndex += part.chunkCount;
    bytes += part.bytes;
    if (bytes > workbookBytesMax) {
      throw new WorkbookError('too_large', 'The workbook holds more text than can be returned.');
    }
    await reported;
    reported = events.part(part);
    // Awaited before the next part or at the end; until then a failure must not count as unhandled.
    reported.catch(() => undefined);
  }
  await reported;
  events.progress({ sheetsTotal, sheetsDone: sheetsTotal, rowsDone });
  const { format, warnings } = reader;
  return { format, sheets: sheetsTotal, chunks: chunkIndex, rows: rowsDone, warnings: [...warnings] };
}
