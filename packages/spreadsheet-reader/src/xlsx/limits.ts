import { defaultZipLimits, type ZipLimits } from '../zip';

const MIB = 1024 * 1024;

/** Limits of a workbook; past one of them reading ends with `too_large`. */
export interface XlsxLimits {
  zip: ZipLimits;
  sheetsMax: number;
  cellsPerSheetMax: number;
  /** Bytes of the XML of one cell; spreadsheet programs allow 32,767 characters. */
  cellBytesMax: number;
  /** Characters of all texts of a sheet; a shared string counts for each cell that shows it. */
  sheetTextCharsMax: number;
  /** Bytes of all shared strings as UTF-8. */
  sharedStringBytesMax: number;
  sharedStringsMax: number;
  /** XML bytes past which a sheet is streamed; its layout is incomplete then. */
  sheetInMemoryBytesMax: number;
}

export const defaultXlsxLimits: XlsxLimits = {
  zip: defaultZipLimits,
  sheetsMax: 10_000,
  cellsPerSheetMax: 60_000_000,
  cellBytesMax: 8 * MIB,
  sheetTextCharsMax: 4_000_000_000,
  sharedStringBytesMax: 256 * MIB,
  sharedStringsMax: 20_000_000,
  sheetInMemoryBytesMax: 32 * MIB,
};

/** Excel's bounds of a sheet. */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
