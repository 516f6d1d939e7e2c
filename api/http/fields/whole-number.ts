import { z } from 'zod';

/**
 * A whole number in a path or a query: decimal digits with an optional minus. Other notations of JavaScript
 * (`1e2`, `0x10`, blanks, an empty text) are refused, so that a mistake is not read as 0.
 *
 * @param max default: the largest integer that JSON keeps exact
 */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (sent) => (typeof sent === 'string' && /^-?\d+$/.test(sent) ? Number(sent) : sent),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
      .min(min)
      .max(max),
  );
}
