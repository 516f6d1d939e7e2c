import { SourceError } from '../../source/source-error';

/** A part that is not the XML it should be. `reason` completes the sentence for the user. */
export function malformedXml(reason: string): SourceError {
  return new SourceError('corrupt', `The file is damaged: ${reason}.`);
}

/** Spreadsheets never have one, and entities are how XML attacks its reader. */
export function documentTypeRefused(): SourceError {
  return malformedXml('one of its parts declares a document type, which spreadsheets never do');
}

/** A tag, comment or section that never ends. */
export function unexpectedEnd(): SourceError {
  return malformedXml('one of its parts ends in the middle');
}
