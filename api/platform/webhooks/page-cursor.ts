import { ValidationError } from '../../../src/domain/platform/refusal';
import { type Place } from '../../../src/stores/mongo/place';

/** Reads a cursor of the list of deliveries; null without one. @throws ValidationError */
export function readDeliveryCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, time, id] = /^(\d{1,15})\.(msg_\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw wrongCursor();
  return { createdAt: new Date(Number(time)), id };
}

/** Reads the number of the last attempt of a page; null without a cursor. @throws ValidationError */
export function readAttemptCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw wrongCursor();
  return Number(cursor);
}

function wrongCursor(): ValidationError {
  return new ValidationError([
    { loc: ['query', 'cursor'], msg: 'is not a next_cursor of this list', type: 'value_error' },
  ]);
}
