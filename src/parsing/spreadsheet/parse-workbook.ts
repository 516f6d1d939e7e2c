import { misnamedText } from '../misnamed-text';
import { createBufferPool } from './chunking/sheet-context';
import { CellDisplay, type WorkbookReader } from 'spreadsheet-reader';
import { createColumnFacts } from './facts/column-facts';
import { openPart, type OpenPart } from './open-part';
import { PlainNumbers } from './tables/plain-numbers';
import { createPartsFile } from './part-file';
import { parseSheet } from './parse-sheet';
import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from './parse-request';

/** Events of a parse. */
export interface ParseEvents {
  /** Called at most every 250 ms, and at the end. */
  progress(counts: ParseProgressCounts): void;
  /**
   * Called when a part is complete. The parse makes the next part meanwhile, but reports it only after the
   * promise has settled.
   */
  part(part: ParsedPart): Promise<void>;
}

const progressIntervalMs = 250;
/** Number of rows between two checks of the clock. */
const clockRows = 256;

/**
 * Parses a workbook sheet by sheet, beginning at `request.resume`. The same file, options and links give the
 * same chunks, byte for byte, however often an attempt was interrupted between two parts.
 *
 * @throws SourceError, `too_large` past `request.outputBytesMax`; errors of `part` and of the file system
 */
export async function parseWorkbook(
  reader: WorkbookReader,
  request: ParseRequest,
  events: ParseEvents,
): Promise<ParsedWorkbook> {
  const { resume, growing } = request;
  const typedByText = reader.format === 'csv';
  const display = new CellDisplay(reader);
  const shared = {
    display,
    writeFacts: request.options.verifiedFacts ? createColumnFacts({ date1904: reader.date1904 }) : null,
    pool: createBufferPool(),
    typedByText,
    plainNumbers: request.options.tables ? new PlainNumbers(display) : null,
  };
  const sheets = request.options.hiddenSheets
    ? reader.sheets
    : reader.sheets.filter(({ state }) => state === 'visible');
  const sheetsTotal = sheets.length;
  let { sheetIndex, chunkIndex } = resume;
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

  async function close(part: OpenPart): Promise<void> {
    const parsed = await part.finish();
    bytes += parsed.bytes + (parsed.tables?.byteSize ?? 0);
    await reported;
    reported = events.part(parsed);
    // The next part or the end awaits it; until then its rejection must not count as unhandled.
    reported.catch(() => undefined);
  }

  function onRow(): void {
    rowsDone++;
    if (rowsDone % clockRows === 0) report(sheetIndex);
  }

  const all = growing === null ? null : createPartsFile(growing.path, growing.head);
  let part: OpenPart | null = null;
  try {
    for (; sheetIndex < sheetsTotal; sheetIndex++) {
      report(sheetIndex);
      const bytesMax = request.outputBytesMax - bytes;
      part ??= openPart(request, all, { sheetIndex, chunkIndexFirst: chunkIndex, bytesMax });
      const sheet = sheets[sheetIndex]!;
      const to = { part, shared, request, chunkIndexFirst: chunkIndex, onRow };
      const totals = await parseSheet(reader, sheet, to);
      chunkIndex += totals.chunkCount;
      part.add(sheetIndex, totals);
      if (part.isDue() || sheetIndex === sheetsTotal - 1) {
        await close(part);
        part = null;
      }
    }
  } finally {
    await part?.close();
    await all?.close();
  }
  await reported;
  events.progress({ sheetsTotal, sheetsDone: sheetsTotal, rowsDone });
  const { format } = reader;
  const warnings = warningsOf(reader, request, sheetsTotal);
  return { format, sheets: sheetsTotal, chunks: chunkIndex, rows: rowsDone, warnings };
}

function warningsOf(reader: WorkbookReader, { filename }: ParseRequest, sheetsTotal: number): string[] {
  const warnings = [...reader.warnings];
  if (sheetsTotal === 0 && reader.sheets.length > 0)
    warnings.push('Every sheet is hidden and was left out, as include_hidden_sheets is false.');
  const misnamed = reader.format === 'csv' ? misnamedText(filename ?? '', 'csv') : null;
  if (misnamed !== null) warnings.push(misnamed);
  return warnings;
}
