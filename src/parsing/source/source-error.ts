/**
 * Why a workbook cannot be read. All of them are the file's fault and final:
 * - `encrypted`: needs a password
 * - `unsupported`: not one of XLSX, XLSM, XLS, CSV, TSV by its content
 * - `corrupt`: truncated, inconsistent or malformed
 * - `too_large`: inflates or declares past a cap
 * - `too_slow`: hit the reader's deadline
 */
export type SourceErrorCode = 'encrypted' | 'unsupported' | 'corrupt' | 'too_large' | 'too_slow';

/**
 * The one error that readers throw; `message` is a sentence for the user and never quotes the file's
 * contents.
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
