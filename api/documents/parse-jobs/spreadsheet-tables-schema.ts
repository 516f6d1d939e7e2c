import { z } from 'zod';

export const tableId = z
  .string()
  .describe(
    'Table of a sheet, the same for all of its chunks: `tbl_<sheet>_<cell>`, the place of the sheet from 1, ' +
      'and the first cell. The same file gives the same ids.',
  )
  .meta({ id: 'TableId' });

export const tableTitle = z.string().describe('Above the table, where one was found.');
