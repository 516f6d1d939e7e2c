import { sniffBytes } from '../../domain/limits';
import { openCsv } from './csv';
import { sniffSpreadsheet } from './file-type';
import { openLegacy } from './legacy';
import { openSourceFile } from './source-file';
import { WorkbookError } from './workbook-error';
import { type WorkbookReader } from './workbook-reader';
import { openXls } from './xls';
import { openXlsx } from './xlsx';

/**
 * Opens a spreadsheet with the reader for what its content is, whatever its name says.
 *
 * @throws WorkbookError `unsupported` for everything that is no spreadsheet, an empty file included; otherwise what the
 * reader throws
 */
export async function openWorkbook(path: string): Promise<WorkbookReader> {
  switch (sniffFile(path)) {
    case 'xlsx':
      return openXlsx(path);
    case 'xls':
    case 'encrypted':
      return (await openXls(path)) ?? openLegacy(path);
    case 'legacy':
      return openLegacy(path);
    case 'csv':
    case 'tsv':
      return openCsv(path);
    case 'empty':
      throw new WorkbookError('unsupported', 'The file is empty.');
    case null:
      throw new WorkbookError(
        'unsupported',
        'The file is not a spreadsheet: XLSX, XLSM, XLS, CSV and TSV are read.',
      );
  }
}

function sniffFile(path: string): ReturnType<typeof sniffSpreadsheet> {
  const file = openSourceFile(path);
  try {
    const head = Buffer.alloc(Math.min(file.byteSize, sniffBytes));
    return sniffSpreadsheet(head.subarray(0, file.read(head, 0)), file.byteSize);
  } finally {
    file.close();
  }
}
