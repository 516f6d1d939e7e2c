import { type JobFileError } from '../../domain/documents/index-job';

/** Why a file cannot become a document. All are the file's fault, or the configuration's, and final. */
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

/**
 * The one error of reading a file; `message` is a sentence for the user and never quotes the file's contents.
 */
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
