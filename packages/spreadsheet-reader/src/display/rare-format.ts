import { format } from 'numfmt';
import { formatCodeCharsMax } from './format-sections';

const cachedValuesMax = 1024;
/** Characters of a formatted value at most; a format may repeat its value many times. */
const shownCharsMax = 400;

/** Formats one value; null where the format is refused or shows nothing. */
export type RareFormat = (value: number | string) => string | null;

/**
 * Creates a formatter with `numfmt`, which is ten times slower than compiled formats: fractions, exponents,
 * conditions, elapsed times, other languages, text sections. Recent results are cached, because such columns
 * repeat values.
 */
export function createRareFormat(code: string): RareFormat {
  const cache = new Map<number | string, string | null>();
  let refused = code.length > formatCodeCharsMax;
  return (value) => {
    if (refused) return null;
    const known = cache.get(value);
    if (known !== undefined) return known;
    let shown: string | null;
    try {
      shown = format(code, value).trim();
    } catch {
      // The code is invalid for all values; the caller uses its plain form.
      refused = true;
      return null;
    }
    if (shown === '' || shown.length > shownCharsMax) shown = null;
    if (cache.size >= cachedValuesMax) cache.clear();
    cache.set(value, shown);
    return shown;
  };
}
