import { z } from 'zod';

/** Option of every request that reads spreadsheets. */
export const hiddenSheetsField = z
  .boolean()
  .default(true)
  .describe(
    'False leaves out hidden and very hidden sheets, with their charts and images. Hidden rows and columns ' +
      'of other sheets are read.',
  )
  .meta({ id: 'IncludeHiddenSheets' });
