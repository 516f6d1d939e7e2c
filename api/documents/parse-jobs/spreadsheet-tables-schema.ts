import { z } from 'zod';

export const tableId = z
  .string()
  .describe(
    'Table of a sheet, the same for all of its chunks: `tbl_<sheet>_<cell>`, the position of the sheet in the ' +
      'workbook from 1, and the first cell. The same file gives the same ids.',
  )
  .meta({ id: 'TableId' });

export const tableTitle = z.string().describe('Title above the table, where one was found.');
