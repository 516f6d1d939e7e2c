export { contentTypeOf, sniffSpreadsheet } from './spreadsheet/file-type';
export { type ParsedPart, type ParseProgressCounts, type ParseRequest } from './spreadsheet/parse-request';
export { createSpreadsheetParser, type SpreadsheetParser } from './spreadsheet/parse-spreadsheet';
export { WorkbookError } from './spreadsheet/workbook-error';
