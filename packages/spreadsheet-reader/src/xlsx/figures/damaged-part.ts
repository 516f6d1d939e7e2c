import { SourceError } from '../../source/source-error';

/**
 * Returns the result of `read`, or null with a warning where the part is damaged, because a damaged drawing
 * must not cost the rows. An error `too_large` still ends the whole file.
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
