import { SourceError } from '../source/source-error';

/**
 * Error for an XLS workbook that contradicts itself or ends early. `reason` completes the sentence for the
 * user.
 */
export function damagedXls(reason: string): SourceError {
  return new SourceError('corrupt', `The XLS file is damaged or incomplete: ${reason}.`);
}

/**
 * Error for an XLS workbook with something larger than a limit allows. `reason` completes the sentence for
 * the user.
 */
export function oversizedXls(reason: string): SourceError {
  return new SourceError('too_large', `The XLS file cannot be opened safely: ${reason}.`);
}
