import { z } from 'zod';
import { wholeNumber } from '../http/fields/whole-number';

const pageMax = 100;
const pageDefault = 50;
const cursorCharsMax = 200;

/** Cursor for the key at which the next page of a list begins. */
function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** Page of `limit` rows. `rows` come from a read with a limit one higher; `next` is null on the last page. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => string,
): { page: T[]; next: string | null } {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? cursorOf(keyOf(page.at(-1)!)) : null };
}

/** Query members of a list whose cursor contains a key of this form. */
export function pageQuery(key: RegExp) {
  return {
    limit: wholeNumber(1, pageMax).default(pageDefault),
    cursor: z
      .string()
      .max(cursorCharsMax)
      .transform((text, issues) => {
        const place = Buffer.from(text, 'base64url').toString();
        if (!key.test(place))
          issues.addIssue({ code: 'custom', message: 'is not a next_cursor of this list' });
        return place;
      })
      .optional()
      .describe('`next_cursor` of the page before; default the first page.'),
  };
}

export const nextCursor = z.string().nullable();

/** Integer that client generators represent in 64 bits, such as the place of a write in its index. */
export const longNumber = z.int().meta({ format: 'int64' });

/** Time in the form of `/v1`. */
export const unixMs = longNumber.describe('Unix milliseconds.');
