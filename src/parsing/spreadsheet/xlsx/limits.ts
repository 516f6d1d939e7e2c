import { defaultZipLimits, type ZipLimits } from '../../zip';

const MIB = 1024 * 1024;

/** How far a workbook is trusted. What goes past one of these ends with `too_large`. */
export interface XlsxLimits {
  zip: ZipLimits;
  sheetsMax: number;
  cellsPerSheetMax: number;
  /** XML of one cell; a spreadsheet program stops at 32,767 characters. */
  cellBytesMax: number;
  /** Characters of all texts of a sheet; a shared string counts for each cell that shows it. */
  sheetTextCharsMax: number;
  /** Text of all shared strings, as UTF-8. */
  sharedStringBytesMax: number;
  sharedStringsMax: number;
  /** A sheet whose XML is larger is streamed: its layout is then incomplete. */
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

/** Excel's own bounds of a sheet. */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
