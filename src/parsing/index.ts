export { type ParseHooks } from './isolation/isolated-parse';
export { sniffSpreadsheet, type SpreadsheetType } from './spreadsheet/file-type';
export {
  type ParsedAsset,
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from './spreadsheet/parse-request';
export { createSpreadsheetParser, type SpreadsheetParser } from './spreadsheet/parse-spreadsheet';
export {
  createPartWriter,
  type PartFile,
  type PartPage,
  pageRange,
  parseChunks,
  readPartRange,
} from './spreadsheet/part-file';
export { WorkbookError, type WorkbookErrorCode } from './spreadsheet/workbook-error';
