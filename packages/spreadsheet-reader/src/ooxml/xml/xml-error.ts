import { SourceError } from '../../source/source-error';

/** Error for malformed XML. `reason` completes the sentence for the user. */
export function malformedXml(reason: string): SourceError {
  return new SourceError('corrupt', `The file is damaged: ${reason}.`);
}

/** Error for a document type. Office files never have one, and its entities are a means of attack. */
export function documentTypeRefused(): SourceError {
  return malformedXml('one of its parts declares a document type, which spreadsheets never do');
}

/** Error for a tag, comment or section that never ends. */
export function unexpectedEnd(): SourceError {
  return malformedXml('one of its parts ends in the middle');
}
