import { type JobFileError } from '../../domain/documents/index-job';

/**
 * Reason why a file cannot be read as a document. All are final and the fault of the file or of the
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

/** Error of reading a file; `message` is a sentence for the user and never quotes the file's content. */
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
