import { type SourceError, type SourceErrorCode } from 'spreadsheet-reader';
import { ParseError, type ParseErrorCode } from './parse-error';

const CODES: Readonly<Record<SourceErrorCode, ParseErrorCode>> = {
  encrypted: 'encrypted_file',
  unsupported: 'unsupported_file_type',
  corrupt: 'parse_failed',
  too_large: 'file_too_large',
  too_slow: 'parse_failed',
};

/** ParseError of a failure in the shared readers of archives, XML and workbooks. */
export function parseErrorOf(error: SourceError): ParseError {
  const message =
    error.code === 'encrypted'
      ? 'The file is protected by a password. Remove it and try again.'
      : error.message;
  return new ParseError(CODES[error.code], message, { cause: error });
}
