import { z } from 'zod';
import { includeParts, queryFields, queryHit, timing, warnings } from './schema';

const shared = queryFields.pick({
  limit: true,
  filter: true,
  max_chunks_per_document: true,
  exclude_chunk_types: true,
  relation_types: true,
  relation_direction: true,
  neighbor_count: true,
});

export const similarBody = shared
  .extend({
    other_documents: z
      .boolean()
      .default(true)
      .describe('Leaves out all chunks of its document, and not only the chunk itself.'),
    min_cosine: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .default(null)
      .describe('Least cosine of the chunk and a result; default any. See `metadata.scores.dense`.'),
    include: includeParts
      .omit({ highlights: true })
      .prefault({})
      .meta({ id: 'SimilarInclude', description: 'Default all defaults.' }),
  })
  .meta({
    id: 'SimilarChunksRequest',
    examples: [{ limit: 5, other_documents: true, min_cosine: 0.4, filter: { year: { $gte: 2024 } } }],
  });
export type SimilarBody = z.infer<typeof similarBody>;

export const similarAnswer = z
  .strictObject({
    request_id: z.string(),
    chunk_id: z.string(),
    results: z.array(queryHit).describe('The nearest first.'),
    total_results: z.number().int(),
    limit: z.number().int(),
    warnings,
    timing,
    execution_time_ms: z.number().int(),
  })
  .meta({
    id: 'SimilarChunksResponse',
    examples: [
      {
        request_id: 'req_1763666138_9ab3cd12',
        chunk_id: 'doc_01JD3V…:4',
        results: [],
        total_results: 0,
        limit: 10,
        warnings: [],
        timing: { total_ms: 21, stages: [{ name: 'retrieval', start_ms: 6, duration_ms: 9 }] },
        execution_time_ms: 21,
      },
    ],
  });
export type SimilarAnswerBody = z.infer<typeof similarAnswer>;
