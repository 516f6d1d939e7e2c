import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { collectionName } from '../collections/schema';
import { checkQuery, notReranked, queryAnswer, queryFields, queryHit, querySettingsBase } from './schema';

const collectionsMax = 10;

const collections = z
  .array(collectionName)
  .min(1)
  .max(collectionsMax)
  .superRefine((names, context) => {
    names.forEach((name, at) => {
      if (names.indexOf(name) < at)
        context.addIssue({ code: 'custom', path: [at], message: 'must not be named twice' });
    });
  })
  .describe('Names of the collections, each once.');

export const severalQueryBody = extending(
  queryFields
    .extend({ collections })
    .superRefine(checkQuery)
    .meta({
      id: 'QuerySeveralRequest',
      examples: [{ query: 'renewal obligations', collections: ['contracts', 'manuals'], limit: 10 }],
    }),
  querySettingsBase,
);

const severalHit = extending(
  queryHit
    .extend({
      score: z
        .number()
        .describe(
          'By rank: the reciprocals of 15 and the places of the hit among those of all collections, by its ' +
            'words and by its meaning, weighted by the ratio of its collection; never more than that of the ' +
            'result before it.',
        ),
      collection_name: collectionName,
      collection_rank: z.number().int().describe('Place among the results of its collection.'),
    })
    .meta({ id: 'QuerySeveralResult' }),
  queryHit,
);

const collectionFacts = queryAnswer
  .pick({
    query_id: true,
    total_results: true,
    semantic_ratio: true,
    rerank: true,
    boost: true,
    warnings: true,
    timing: true,
  })
  .extend({
    collection_name: collectionName,
    query_id: z.string().describe('Of the query of this collection in the history.'),
    total_results: z.number().int().describe('Results of the collection before they were merged.'),
  })
  .meta({ id: 'QueriedCollection' });

export const severalQueryAnswer = z
  .strictObject({
    request_id: z.string(),
    query: z.string(),
    results: z.array(severalHit),
    total_results: z.number().int(),
    limit: z.number().int(),
    collections: z.array(collectionFacts).describe('In the order of the request.'),
    execution_time_ms: z.number().int(),
  })
  .meta({
    id: 'QuerySeveralResponse',
    examples: [
      {
        request_id: 'req_1763666138_9ab3cd12',
        query: 'renewal obligations',
        results: [],
        total_results: 0,
        limit: 10,
        collections: [
          {
            collection_name: 'contracts',
            query_id: '5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50',
            total_results: 0,
            semantic_ratio: { used: 0.5, reason: 'default' },
            rerank: notReranked,
            boost: [],
            warnings: [],
            timing: { total_ms: 41, stages: [{ name: 'retrieval', start_ms: 12, duration_ms: 18 }] },
          },
        ],
        execution_time_ms: 43,
      },
    ],
  });
export type SeveralQueryAnswerBody = z.infer<typeof severalQueryAnswer>;
