import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type BrowsePlace } from '../../../src/product-search';
import { canonicalJson } from '../../http/canonical-json';
import { ValidationError } from '../../../src/domain/platform/refusal';
import { type BrowseBody } from './browse-schema';

/** A browse that cursors belong to: an index, an order and filters. */
export interface CursorOwner {
  indexId: string;
  asked: Pick<BrowseBody, 'sort' | 'filter' | 'filters'>;
}

const sumChars = 16;
const cursorContent = z.tuple([z.string()], z.union([z.number(), z.string()]));

/** The cursor of the page behind a place. It is no secret and grants nothing. */
export function browseCursor(owner: CursorOwner, place: BrowsePlace): string {
  return Buffer.from(JSON.stringify([checkSum(owner, place), ...place])).toString('base64url');
}

/**
 * The place that a cursor stands for.
 *
 * @throws ValidationError for a text that is no cursor of such a browse
 */
export function readBrowseCursor(owner: CursorOwner, cursor: string): BrowsePlace {
  const content = cursorContent.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (content.success) {
    const [sum, ...place] = content.data;
    if (fits(owner, place) && sum === checkSum(owner, place)) return place;
  }
  const msg = 'is not a next_cursor of this index with this sort, filter and filters';
  throw new ValidationError([{ loc: ['body', 'cursor'], msg, type: 'value_error' }]);
}

/** Whether a place has a number for each key of the order, and an id. */
function fits({ asked }: CursorOwner, place: BrowsePlace): boolean {
  return (
    place.length === asked.sort.length + 1 &&
    place.every((value, at) => typeof value === (at === asked.sort.length ? 'string' : 'number'))
  );
}

function checkSum({ indexId, asked: { sort, filter, filters } }: CursorOwner, place: BrowsePlace): string {
  const content = canonicalJson([indexId, sort, filter ?? null, filters ?? null, place]);
  return createHash('sha256').update(content).digest('base64url').slice(0, sumChars);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
