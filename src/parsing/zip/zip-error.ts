import { WorkbookError } from '../source/workbook-error';

/** The archive contradicts itself or ends early. `reason` completes the sentence for the user. */
export function damagedArchive(reason: string, cause?: unknown): WorkbookError {
  return new WorkbookError('corrupt', `The file is damaged or incomplete: ${reason}.`, { cause });
}

/** Something in the archive is larger than a limit allows. `reason` completes the sentence for the user. */
export function oversizedArchive(reason: string): WorkbookError {
  return new WorkbookError('too_large', `The file cannot be opened safely: ${reason}.`);
}
