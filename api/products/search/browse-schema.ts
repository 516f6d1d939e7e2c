import { z } from 'zod';
import { browsedRecordsMax } from '../../../src/domain/products/limits';
import { facetAnswerMembers, facetMembers } from './facets-schema';
import { nextCursor } from '../pages';
import { servedMembers, sharedMembers, timing, warning } from './schema';

const perPageDefault = 100;
const cursorCharsMax = 8_192;

const { filter, filters, sort, fields, user_token } = sharedMembers;

export const browseBody = z
  .strictObject({
    cursor: z
      .string()
      .max(cursorCharsMax)
      .nullish()
      .describe('`next_cursor` of the page before, with the same `sort`, `filter` and `filters`.'),
    per_page: z
      .int()
      .min(1)
      .max(browsedRecordsMax)
      .default(perPageDefault)
      .describe('Records of a page at most; pages of large records hold fewer.'),
    filter,
    filters,
    sort: sort.describe('Order before that of the ids. Records without a value come last.'),
    ...facetMembers,
    fields,
    user_token,
  })
  .describe('A walk through all records, in the order of their ids unless `sort` says otherwise.')
  .meta({
    id: 'ProductBrowseRequest',
    examples: [
      { per_page: 500, filters: { brand: ['Acme'] }, sort: [{ field: 'price' }], fields: ['title', 'price'] },
    ],
  });
export type BrowseBody = z.output<typeof browseBody>;

export const browseAnswer = z
  .object({
    ...servedMembers,
    total: z.int().describe('Records on all pages.'),
    hits: z.array(z.looseObject({ id: z.string() })).describe('Records as they were sent, with their ids.'),
    next_cursor: nextCursor,
    ...facetAnswerMembers,
    warnings: z.array(warning),
    timing,
  })
  .meta({
    id: 'ProductBrowseAnswer',
    examples: [
      {
        query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C',
        index: 'products',
        build: 'bld_01JD8YV1R7Q3N5P0S2T4W6X8Z9',
        served_by: { index: 'products', layer: null, group: null },
        total: 1994,
        hits: [{ id: 'MH01', title: 'Chaz hoodie', price: 52 }],
        next_cursor: 'WyJhV3hGTUQ3UTRiTGMiLDUyLCJNSDAxIl0',
        warnings: [],
        timing: { engine_ms: 4, total_ms: 7 },
      },
    ],
  });
