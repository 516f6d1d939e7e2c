import { sniffBytes } from './sniff-bytes';
import { openCsv } from './csv';
import { openEncryptedPackage } from './encryption';
import { sniffReadable } from './file-type';
import { openLegacy } from './legacy';
import { openSourceFile, type SourceFile } from './source/source-file';
import { SourceError } from './source/source-error';
import { type WorkbookReader } from './workbook-reader';
import { openOds } from './ods';
import { openXls } from './xls';
import { openXlsx } from './xlsx';

/**
 * Opens a spreadsheet with the reader for its content, whatever its name.
 *
 * @param options.pages whether an HTML page with a table is a workbook; default false
 * @throws SourceError `unsupported` for files that are no spreadsheet, also for an empty file; otherwise
 *   what the reader throws
 */
export async function openWorkbook(
  path: string,
  { pages = false }: { pages?: boolean } = {},
): Promise<WorkbookReader> {
  switch (sniffFile(path)) {
    case 'xlsx':
    case 'xlsb':
      return openXlsx(path);
    case 'ods':
      return openOds(path);
    case 'xls':
    case 'encrypted':
      return (await openDecrypted(path)) ?? (await openXls(path)) ?? openLegacy(path);
    case 'legacy':
      return openLegacy(path);
    case 'page':
      if (!pages) throw notSpreadsheet();
      return openLegacy(path);
    case 'csv':
    case 'tsv':
      return openCsv(path);
    case 'empty':
      throw new SourceError('unsupported', 'The file is empty.');
    case null:
      throw notSpreadsheet();
  }
}

/**
 * Opens the workbook in a file encrypted with Excel's default password; null where the file is not encrypted.
 */
async function openDecrypted(path: string): Promise<WorkbookReader | null> {
  const file = openEncryptedPackage(path);
  if (file === null) return null;
  const type = sniffType(file);
  if (type === 'xlsx' || type === 'xlsb') return openXlsx(file);
  file.close();
  throw notSpreadsheet();
}

function notSpreadsheet(): SourceError {
  return new SourceError(
    'unsupported',
    'The file is not a spreadsheet: XLSX, XLSM, XLSB, XLS, ODS, CSV and TSV are read.',
  );
}

function sniffFile(path: string): ReturnType<typeof sniffReadable> {
  const file = openSourceFile(path);
  try {
    return sniffType(file);
  } finally {
    file.close();
  }
}

function sniffType(file: SourceFile): ReturnType<typeof sniffReadable> {
  const head = Buffer.alloc(Math.min(file.byteSize, sniffBytes));
  return sniffReadable(head.subarray(0, file.read(head, 0)), file.byteSize);
}
