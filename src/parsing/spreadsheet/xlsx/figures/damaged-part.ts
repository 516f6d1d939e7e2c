import { SourceError } from '../../../source/source-error';

/**
 * Result of reading a part that only adds figures, or null and a warning where that part is damaged: a broken
 * drawing must not cost the rows. What is too large still ends the whole file.
 */
export function readOrWarn<T>(warnings: Set<string>, warning: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SourceError) || error.code !== 'corrupt') throw error;
    warnings.add(warning);
    return null;
  }
}
