export {
  contentTypeOf,
  estimateSheetText,
  sniffBytes,
  sniffSpreadsheet,
  SourceError,
} from 'spreadsheet-reader';
export { outputBound } from './spreadsheet/output-bound';
export { readTableRows, type TableRow, tableRowRoles } from './spreadsheet/tables/table-rows';
export { type ValuesLine } from './spreadsheet/tables/cell-codes';
export { type ParsedPart, type ParseProgressCounts, type ParseRequest } from './spreadsheet/parse-request';
export { createSpreadsheetParser, type SpreadsheetParser } from './spreadsheet/parse-spreadsheet';
export { createFileParser, type FileParser } from './document/running/file-parser';
export { type FileProgress } from './document/running/messages';
export { type FileParseHooks } from './document/running/run-file';
export { type ParseTurn } from './isolation/thread-pool';
export { ParseError } from './document/parse-error';
export { Untranscribed } from './document/untranscribed';
export {
  type FileParseOptions,
  type FileParseRequest,
  type ParsedDocument,
  type ParsedFigure,
  type ParsedFile,
  type PictureLinks,
} from './document/parsed-document';
export { coverPng, figureIdOf, type PictureWord } from 'document-reader/blocks';
export { pictureLink } from './document/markdown/markdown-file';
export { createLineFile, type LineFile } from './document/storing/line-file';
