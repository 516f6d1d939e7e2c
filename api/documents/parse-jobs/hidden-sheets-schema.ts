import { z } from 'zod';

/** Option of every request that reads spreadsheets. */
export const hiddenSheetsField = z
  .boolean()
  .default(true)
  .describe(
    'False leaves the hidden and very hidden sheets of workbooks out, with their charts and images. Hidden rows ' +
      'and columns of the other sheets are read.',
  )
  .meta({ id: 'IncludeHiddenSheets' });
