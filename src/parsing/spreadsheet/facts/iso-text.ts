import { asciiBytes } from './ascii-bytes';
import { isoKeyOf } from './byte-values';

/** Length of the longest date read, `2024-03-14T10:30:00.123456789Z`. */
const isoCharsMax = 30;

/** Sort key of an ISO date as a text; NaN for other texts (see {@link isoKeyOf}). */
export function isoDateKey(text: string): number {
  const bytes = text.length <= isoCharsMax ? asciiBytes(text) : null;
  return bytes === null ? NaN : isoKeyOf(bytes, 0, text.length);
}

/**
 * Text with `T` between date and time. The order of these texts decides between equal keys by fractions of a
 * second.
 */
export function isoForm(text: string): string {
  return text.replace(' ', 'T');
}
