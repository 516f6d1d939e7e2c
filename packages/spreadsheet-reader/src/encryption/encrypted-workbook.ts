import { SourceError } from '../source/source-error';

/** Error for a workbook that opens with its owner's password only. */
export function encryptedWorkbook(): SourceError {
  return new SourceError(
    'encrypted',
    'The workbook is protected with a password. Remove the password and send it again.',
  );
}
