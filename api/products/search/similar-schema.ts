import { z } from 'zod';
import { hit, searchBody, servedMembers, sharedMembers, timing } from './schema';

const limitMax = 100;
const limitDefault = 10;

const { filter, filters, fields } = sharedMembers;

export const similarBody = z
  .strictObject({
    limit: z.int().min(1).max(limitMax).default(limitDefault).describe('Hits at most.'),
    filter,
    filters,
    fields,
    group_by: searchBody.shape.group_by,
  })
  .meta({
    id: 'ProductSimilarRequest',
    examples: [{ limit: 5, filter: 'in_stock = true', fields: ['title', 'price'] }],
  });
export type SimilarBody = z.output<typeof similarBody>;

const similarHit = hit
  .pick({ id: true, _group: true })
  .extend({
    _score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'By meaning: cosine of the titles; with the local model at least 0.45. By words: as in a search.',
      ),
  })
  .describe('A record as it was sent, with its id.')
  .meta({ id: 'ProductSimilarHit' });

export const similarAnswer = z
  .object({
    ...servedMembers,
    by: z
      .enum(['meaning', 'words'])
      .describe(
        '`words` where the build or the record has no vector, or the key does not show the title of records.',
      ),
    hits: z.array(similarHit),
    timing,
  })
  .meta({
    id: 'ProductSimilarAnswer',
    examples: [
      {
        query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C',
        index: 'products',
        build: 'bld_01JD8YV1R7Q3N5P0S2T4W6X8Z9',
        served_by: { index: 'products', layer: null, group: null },
        by: 'meaning',
        hits: [{ id: 'KB-4', title: 'Wireless keyboard, small', price: 39.9, _score: 0.871 }],
        timing: { engine_ms: 3, total_ms: 6 },
      },
    ],
  });
