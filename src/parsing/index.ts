export { contentTypeOf, sniffSpreadsheet } from './spreadsheet/file-type';
export { type ParsedPart, type ParseProgressCounts, type ParseRequest } from './spreadsheet/parse-request';
export { createSpreadsheetParser, type SpreadsheetParser } from './spreadsheet/parse-spreadsheet';
export { WorkbookError } from './spreadsheet/workbook-error';
export { createFileParser, type FileParser } from './document/running/file-parser';
export { type FileProgress } from './document/running/messages';
export { ParseError, type ParseErrorCode } from './document/parse-error';
export {
  type FileParseOptions,
  type FileParseRequest,
  type MessageThread,
  type ParsedDocument,
  type ParsedFigure,
  type ParsedFile,
  type ParsedMetadata,
} from './document/parsed-document';
