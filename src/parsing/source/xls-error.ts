import { WorkbookError } from './workbook-error';

/** The file contradicts itself or ends early. `reason` completes the sentence for the user. */
export function damagedXls(reason: string): WorkbookError {
  return new WorkbookError('corrupt', `The XLS file is damaged or incomplete: ${reason}.`);
}

/** Something in the file is larger than a limit allows. `reason` completes the sentence for the user. */
export function oversizedXls(reason: string): WorkbookError {
  return new WorkbookError('too_large', `The XLS file cannot be opened safely: ${reason}.`);
}

/** Nobody but the owner can read it. */
export function encryptedWorkbook(): WorkbookError {
  return new WorkbookError(
    'encrypted',
    'The workbook is protected with a password. Remove the password and send it again.',
  );
}
