import { format } from 'numfmt';
import { formatCodeCharsMax } from './format-sections';

const cachedValuesMax = 1024;
/** A format that repeats its value blows text up; what spreadsheets show fits a cell. */
const shownCharsMax = 400;

/** Shows one value in one format; null where the format is refused or shows nothing. */
export type RareFormat = (value: number | string) => string | null;

/**
 * The general way through `numfmt`, ten times slower than the compiled ones: fractions, exponents,
 * conditions, elapsed times, other languages, text sections. Its last results are kept because such columns
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
      // Not a format at all, for any value: the caller's plain form is the answer.
      refused = true;
      return null;
    }
    if (shown === '' || shown.length > shownCharsMax) shown = null;
    if (cache.size >= cachedValuesMax) cache.clear();
    cache.set(value, shown);
    return shown;
  };
}
