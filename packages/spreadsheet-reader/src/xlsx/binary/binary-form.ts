import { type PartForm } from '../part-form';
import { readBinaryNotes } from './notes';
import { createBinaryRowParser } from './row-parser';
import { createBinaryStringFeed } from './shared-strings';
import { openBinarySheet } from './sheet-source';
import { readBinaryTable } from './tables';
import { readBinaryWorkbook } from './workbook-part';

/** The parts of an XLSB workbook ([MS-XLSB]). */
export const binaryForm: PartForm = {
  format: 'xlsb',
  xmlCells: false,
  readWorkbook: readBinaryWorkbook,
  createStringFeed: createBinaryStringFeed,
  openSheetSource: openBinarySheet,
  createRowParser: createBinaryRowParser,
  table: readBinaryTable,
  notes: readBinaryNotes,
};
