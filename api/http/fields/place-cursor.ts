import { z } from 'zod';
import { type Place } from '../../../src/stores/mongo/place';

const cursorCharsMax = 200;

/** Cursor of a place in a list that is ordered by time and id. */
export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** `?cursor=` of such a list, read as a place. Absent means the first page. */
export const placeCursor = z
  .string()
  .max(cursorCharsMax)
  .transform((text, issues): Place => {
    const plain = Buffer.from(text, 'base64url').toString();
    const [, time = '', id = ''] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(plain) ?? [];
    if (id === '') issues.addIssue({ code: 'custom', message: 'is not a next_cursor of this list' });
    return { createdAt: new Date(Number(time)), id };
  })
  .optional()
  .describe('Default the first page.');
