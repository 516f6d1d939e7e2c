import { SourceError } from '../source/source-error';

/**
 * Error for an archive that contradicts itself or ends early. `reason` completes the sentence for the user.
 */
export function damagedArchive(reason: string, cause?: unknown): SourceError {
  return new SourceError('corrupt', `The file is damaged or incomplete: ${reason}.`, { cause });
}

/**
 * Error for an archive with something larger than a limit allows. `reason` completes the sentence for the
 * user.
 */
export function oversizedArchive(reason: string): SourceError {
  return new SourceError('too_large', `The file cannot be opened safely: ${reason}.`);
}

/** Error for an archive, or an entry of one, that needs a password. */
export function encryptedArchive(): SourceError {
  return new SourceError('encrypted', 'The file is protected by a password. Remove it and try again.');
}
