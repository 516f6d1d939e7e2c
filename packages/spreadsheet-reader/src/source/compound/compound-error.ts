import { SourceError } from '../source-error';

/**
 * Error for a compound file that contradicts itself or ends early. `reason` completes the sentence for the
 * user.
 */
export function damagedCompoundFile(reason: string): SourceError {
  return new SourceError('corrupt', `The XLS file is damaged or incomplete: ${reason}.`);
}
