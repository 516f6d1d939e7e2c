import { SourceError, type SourceErrorCode } from 'spreadsheet-reader';

/** Reason why a file cannot be read as a document. All are faults of the file, and final. */
export type DocumentErrorCode = 'unsupported' | 'empty' | 'encrypted' | 'corrupt' | 'too_large';

/** Error of reading a file; `message` is a sentence for the user and never quotes the file's content. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    readonly code: DocumentErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const CODES: Readonly<Record<SourceErrorCode, DocumentErrorCode>> = {
  encrypted: 'encrypted',
  unsupported: 'unsupported',
  corrupt: 'corrupt',
  too_large: 'too_large',
  too_slow: 'corrupt',
};

/**
 * DocumentError of a failure in the spreadsheet reader or in its readers of archives, XML and compound files.
 */
export function documentErrorOf(error: SourceError): DocumentError {
  const message =
    error.code === 'encrypted'
      ? 'The file is protected by a password. Remove it and try again.'
      : error.message;
  return new DocumentError(CODES[error.code], message, { cause: error });
}

/** Runs a step of reading; a SourceError of it becomes a DocumentError. */
export async function withDocumentErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof SourceError ? documentErrorOf(error) : error;
  }
}
