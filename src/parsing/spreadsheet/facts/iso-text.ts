import { asciiBytes } from './ascii-bytes';
import { isoKeyOf } from './byte-values';

/** Length of `2024-03-14T10:30:00.123456789Z`. */
const isoCharsMax = 30;

/** Key of {@link isoKeyOf} for a text. */
export function isoDateKey(text: string): number {
  const bytes = text.length <= isoCharsMax ? asciiBytes(text) : null;
  return bytes === null ? NaN : isoKeyOf(bytes, 0, text.length);
}

/**
 * Text with `T` between date and time. Where two keys are equal, these texts are ordered by their fractions
 * of a second.
 */
export function isoForm(text: string): string {
  return text.replace(' ', 'T');
}
