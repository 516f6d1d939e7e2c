/**
 * Reason why a file cannot be read. All are final and the fault of the file:
 *
 * - `encrypted`: needs a password
 * - `unsupported`: not one of the types of the reader, by its content
 * - `corrupt`: truncated, inconsistent or malformed
 * - `too_large`: exceeds a limit, inflated or by its declared size
 * - `too_slow`: hit the reader's deadline
 */
export type SourceErrorCode = 'encrypted' | 'unsupported' | 'corrupt' | 'too_large' | 'too_slow';

/**
 * Error of the readers of archives, compound files, XML and workbooks; `message` is a sentence for the user
 * and never quotes the file's content.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(
    readonly code: SourceErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
