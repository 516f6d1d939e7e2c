import { WorkbookError } from '../../source/workbook-error';

/** A part that is not the XML it should be. `reason` completes the sentence for the user. */
export function malformedXml(reason: string): WorkbookError {
  return new WorkbookError('corrupt', `The file is damaged: ${reason}.`);
}

/** Spreadsheets never have one, and entities are how XML attacks its reader. */
export function documentTypeRefused(): WorkbookError {
  return malformedXml('one of its parts declares a document type, which spreadsheets never do');
}

/** A tag, comment or section that never ends. */
export function unexpectedEnd(): WorkbookError {
  return malformedXml('one of its parts ends in the middle');
}
