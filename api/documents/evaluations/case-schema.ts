import { z } from 'zod';
import { caseIdCharsMax, expectedFilesMax } from '../../../src/domain/documents/evaluation';
import { parseWithLongNumbersInfinite } from '../../../src/domain/platform/exact-json';
import { type CaseReader } from '../../../src/services/documents/evaluations/read-cases';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { cleanText } from '../../http/fields/clean-text';
import { queryText } from '../queries/options-schema';

const expectedFileCharsMax = 1_024;

/** Schema of a line of a file of cases. */
const evaluationCase = z.strictObject({
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

/** Reads a case from the JSON of a line. */
export const readCase: CaseReader = (text) => {
  let sent: unknown;
  try {
    sent = parseWithLongNumbersInfinite(text);
  } catch {
    return [{ loc: [], msg: 'is not JSON', type: 'json_invalid' }];
  }
  const result = evaluationCase.safeParse(sent, { error: issueMessage });
  if (!result.success)
    return fieldIssues('body', result.error, sent).map(({ loc, ...issue }) => ({
      ...issue,
      loc: loc.slice(1),
    }));
  const { id = null, query, expected_files: expectedFiles, filters = null } = result.data;
  const hasFilters = filters !== null && Object.keys(filters).length > 0;
  return { id, query, expectedFiles, filters: hasFilters ? filters : null };
};
