import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRefusal, type FieldIssue, Refusal } from '../../../src/domain/platform/refusal';

/**
 * The refusal of a file of cases.
 *
 * @param faults at least one, in the order of the lines; the sentence tells the first
 * @param wrongLines how many lines they are of; 0 where the file as a whole is wrong
 */
export function wrongCases(faults: readonly FieldIssue[], wrongLines: number): AnyRefusal {
  const [{ loc, msg }] = faults as [FieldIssue];
  const [, line, ...field] = loc;
  const where = line === undefined ? 'The file' : `Line ${[line, ...field].join(', ')}`;
  const others = wrongLines > 1 ? ` (details has ${wrongLines} wrong lines)` : '';
  return new Refusal<DocumentErrorCode>('invalid_cases_file', {
    message: `${where}: ${msg}${others}`,
    details: [...faults],
  });
}
