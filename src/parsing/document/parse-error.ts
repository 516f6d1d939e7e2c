import { type SourceError } from 'spreadsheet-reader';
import { type JobFileError } from '../../domain/documents/index-job';
import { DocumentError, type DocumentErrorCode, documentErrorOf } from 'document-reader/blocks';

/**
 * Codes for a file that cannot be read as a document. All are final: the fault lies in the file or in the
 * configuration.
 */
export type ParseErrorCode = Extract<
  JobFileError,
  | 'unsupported_file_type'
  | 'empty_file'
  | 'encrypted_file'
  | 'parse_failed'
  | 'file_too_large'
  | 'parsing_script_failed'
  | 'transcription_not_configured'
>;

/** Error of reading a file. `message` is a sentence for the user and never quotes the file's content. */
export class ParseError extends Error {
  override readonly name = 'ParseError';

  constructor(
    readonly code: ParseErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const CODES: Readonly<Record<DocumentErrorCode, ParseErrorCode>> = {
  unsupported: 'unsupported_file_type',
  empty: 'empty_file',
  encrypted: 'encrypted_file',
  corrupt: 'parse_failed',
  too_large: 'file_too_large',
};

/** Converts an error of the document reader or the spreadsheet reader. */
export function parseErrorOf(error: DocumentError | SourceError): ParseError {
  const fault = error instanceof DocumentError ? error : documentErrorOf(error);
  return new ParseError(CODES[fault.code], fault.message, { cause: fault });
}
