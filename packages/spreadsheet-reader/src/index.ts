/**
 * Streaming reader of spreadsheets: XLSX, XLSM, XLSB, XLS, ODS, CSV and TSV.
 *
 * `openWorkbook` opens a file by its content. Its `WorkbookReader` names the sheets and hands out their rows, one
 * forward pass each. `CellDisplay` gives the text that a cell shows. Faults of a file are `SourceError`s.
 *
 * @packageDocumentation
 */
import * as a1 from './a1';
import * as rawText from './raw-text';
import * as rows from './workbook-reader';

export { parseCell, rangeName } from './a1';
export { CellDisplay, type DisplaySource } from './display/cell-display';
export { estimateSheetText } from './estimate-text';
export { contentTypeOf, sniffSpreadsheet, type SpreadsheetType } from './file-type';
export { openWorkbook } from './open-workbook';
export { sniffBytes } from './sniff-bytes';
export { SourceError, type SourceErrorCode } from './source/source-error';
export {
  type CellRange,
  type DeclaredTable,
  type RawTexts,
  type RowBuffer,
  type SheetFigure,
  type SheetInfo,
  type SheetLayout,
  type WorkbookReader,
} from './workbook-reader';
export { type ReadRange } from './zip/ranged-directory';

// Used for each of millions of cells, and therefore values of this module: a re-export is a getter when it is compiled
// to CommonJS, by which a loop over cells takes a tenth longer.
/** Kinds of a cell's value, for `RowBuffer.kind`. */
export const { CellKind } = rows;
/** Forms of a text as bytes, for `RawTexts.form`. */
export const { RawForm } = rows;
/** Letters of a column (0-based): `A`, `B`, … `XFD`. */
export const { columnLetters } = a1;
/** Text of cell `i` of a row as the file has it, '' for numbers. Other texts of the row stay bytes. */
export const { textAt } = rawText;
/** First byte or UTF-16 unit of the text of cell `i`, which is not empty. */
export const { firstUnitAt } = rawText;
