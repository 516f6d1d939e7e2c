/**
 * Streaming reader of spreadsheets: XLSX, XLSM, XLS, CSV and TSV.
 *
 * `openWorkbook` opens a file by its content. Its `WorkbookReader` names the sheets and hands out their rows, one
 * forward pass each. `CellDisplay` gives the text that a cell shows. Faults of a file are `SourceError`s.
 *
 * @packageDocumentation
 */
export { columnLetters, parseCell, rangeName } from './a1';
export { CellDisplay, type DisplaySource } from './display/cell-display';
export { estimateSheetText } from './estimate-text';
export { contentTypeOf, sniffSpreadsheet, type SpreadsheetType } from './file-type';
export { openWorkbook } from './open-workbook';
export { firstUnitAt, textAt } from './raw-text';
export { sniffBytes } from './sniff-bytes';
export { SourceError, type SourceErrorCode } from './source/source-error';
export {
  CellKind,
  type CellRange,
  type DeclaredTable,
  RawForm,
  type RawTexts,
  type RowBuffer,
  type SheetFigure,
  type SheetInfo,
  type SheetLayout,
  type WorkbookReader,
} from './workbook-reader';
export { type ReadRange } from './zip/ranged-directory';
