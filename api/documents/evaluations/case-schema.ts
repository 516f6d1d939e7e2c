import { z } from 'zod';
import { caseIdCharsMax, expectedFilesMax } from '../../../src/domain/documents/evaluation';
import { cleanText } from '../../http/fields/clean-text';
import { queryText } from '../queries/options-schema';

const expectedFileCharsMax = 1_024;

/** Schema of a line of a file of cases. */
export const evaluationCase = z.strictObject({
  id: cleanText
    .min(1)
    .max(caseIdCharsMax)
    .optional()
    .describe('Unique in the file; `case_<line>` where it is left out.'),
  query: queryText,
  expected_files: z
    .array(cleanText.min(1).max(expectedFileCharsMax))
    .min(1)
    .max(expectedFilesMax)
    .describe('Filenames or ids of the documents that answer the query.'),
  filters: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('A metadata filter that holds beside that of the configuration.'),
});
