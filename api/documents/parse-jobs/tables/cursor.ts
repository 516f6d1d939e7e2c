import { z } from 'zod';
import { type TablePlace } from '../../../../src/services/documents/parse-jobs/tables/read-rows';

const cursorCharsMax = 60;

/** Cursor of a place in a parsed table. */
export function tableCursorOf({ chunk, row }: TablePlace): string {
  return Buffer.from(`${chunk}.${row}`).toString('base64url');
}

/** `?cursor=` of the rows of a parsed table, read as a place. */
export const tableCursor = z
  .string()
  .max(cursorCharsMax)
  .transform((text, issues): TablePlace => {
    const plain = Buffer.from(text, 'base64url').toString();
    const [, chunk = '', row = ''] = /^(\d{1,9})\.(\d{1,9})$/.exec(plain) ?? [];
    if (row === '') issues.addIssue({ code: 'custom', message: 'is not a next_cursor of this table' });
    return { chunk: Number(chunk), row: Number(row) };
  });
