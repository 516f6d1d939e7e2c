import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import {
  MATCH_SOURCES,
  QUERY_STAGES,
  RATIO_REASONS,
  RELATION_DIRECTIONS,
} from '../../../src/domain/documents/query';
import { RERANK_MODELS } from '../../../src/domain/platform/rerank-model';
import { chunkLocation, chunkType, headingPath, modality, region } from '../chunks/schema';
import { documentSource } from '../documents/schema';
import { customMetadata } from '../documents/metadata-schema';
import { metadataFilter } from '../documents/metadata-filter-schema';
import { checkQueryOptions, optionsBase, queryText, resultsLimit, sharedOptions } from './options-schema';

const relationTypesMax = 100;
const relationTypeCharsMax = 255;
const promptCharsMax = 20_000;
const neighborsMax = 5;

export const includeParts = z.strictObject({
  document: z.boolean().default(true),
  metadata: z.boolean().default(true).describe('Scores of each step, metadata and headings of the chunk.'),
  regions: z.boolean().default(false),
  relations: z.boolean().default(false).describe('At most 50.'),
  related_chunks: z.boolean().default(false).describe('Chunks at the other ends of those relations.'),
  neighboring_chunks: z.boolean().default(false).describe('Chunks before and after it in its document.'),
  document_metadata: z.boolean().default(false),
  highlights: z.boolean().default(false).describe('Where words of the query stand.'),
  archived: z.boolean().default(false).describe('Looks at archived documents too.'),
});
const include = includeParts.prefault({}).meta({ id: 'QueryInclude', description: 'Default all defaults.' });

const settings = {
  limit: resultsLimit,
  filter: metadataFilter,
  ...sharedOptions,
  relation_types: z
    .array(z.string().min(1).max(relationTypeCharsMax))
    .max(relationTypesMax)
    .nullable()
    .default(null)
    .describe('Types of relations that `include` shows; default all.'),
  relation_direction: z.enum(RELATION_DIRECTIONS).default('outgoing'),
  neighbor_count: z
    .number()
    .int()
    .min(1)
    .max(neighborsMax)
    .default(1)
    .describe('Chunks on each side that `include.neighboring_chunks` shows.'),
  include,
};

/**
 * Fields of a v3 query. A schema that uses some of them adds the rules between fields
 * by `superRefine(checkQuery)`.
 */
export const queryFields = z.strictObject({ query: queryText, ...settings });

/** All fields except the text, for the documentation of bodies that include them. */
export const querySettingsBase = extending(z.object(settings).meta({ id: 'QuerySettings' }), optionsBase);

/** The rules between the fields of a v3 query. */
export const checkQuery = checkQueryOptions('limit');

export const queryBody = extending(
  queryFields.superRefine(checkQuery).meta({
    id: 'QueryRequestV3',
    examples: [
      {
        query: 'renewal obligations',
        limit: 10,
        max_chunks_per_document: 2,
        filter: { year: { $gte: 2024 } },
        semantic_ratio: 0.5,
        rerank: { enabled: true, candidate_limit: 50, model: 'local' },
        boost: [{ field: 'status', eq: 'approved', weight: 2, reserve: 1 }],
        exclude_chunk_types: ['page_header', 'page_footer'],
      },
    ],
  }),
  querySettingsBase,
);
export type QueryBody = z.infer<typeof queryBody>;

const notSupported = 'Only false.';
export const queryV2Body = extending(
  z
    .strictObject({
      query: queryText,
      top_k: resultsLimit,
      metadata_filter: metadataFilter,
      ...sharedOptions,
      include_bbox: z.boolean().default(false).describe('Fills `bounding_boxes`.'),
      include_archived: z.boolean().default(false).describe('Looks at archived documents too.'),
      inference: z.boolean().default(false).describe(notSupported),
      stream: z.boolean().default(false).describe(notSupported),
      custom_prompt: z.string().max(promptCharsMax).nullable().default(null).describe('Without effect.'),
    })
    .superRefine(checkQueryOptions('top_k'))
    .meta({
      id: 'QueryRequestV2',
      examples: [{ query: 'renewal obligations', top_k: 10, metadata_filter: { year: 2024 } }],
    }),
  optionsBase,
);
export type QueryV2Body = z.infer<typeof queryV2Body>;

const score = z.number().nullable();
const boostFactor = z
  .number()
  .describe('What boost rules have multiplied the score by.')
  .meta({ id: 'BoostFactor' })
  .optional();
const orderScore = z
  .number()
  .describe(
    'The score of the reranker, else the merged one; 0 to 1 before boost rules multiply it, and comparable ' +
      'within one answer only. Merged, 1 is the first of both legs and 0 the last.',
  )
  .meta({ id: 'OrderScore' });
const nearbyChunk = z
  .strictObject({
    chunk_id: z.string(),
    chunk_index: z.number().int(),
    chunk_type: chunkType,
    text: z.string(),
  })
  .meta({ id: 'NearbyChunk' });
export type NearbyChunkBody = z.infer<typeof nearbyChunk>;

const relation = z
  .strictObject({
    relation_id: z.string(),
    relation_type: z.string(),
    direction: z.enum(['outgoing', 'incoming']).describe('As the result sees it.'),
    source_chunk_id: z.string(),
    source_document_id: z.string(),
    target_chunk_id: z.string().nullable(),
    target_document_id: z.string().nullable().describe('Null when the collection does not show it any more.'),
  })
  .meta({ id: 'QueryRelation' });

export const queryHit = z
  .strictObject({
    rank: z.number().int(),
    chunk_id: z.string(),
    chunk_index: z.number().int(),
    chunk_type: chunkType,
    text: z.string(),
    score: orderScore,
    modality,
    match_sources: z.array(z.enum(MATCH_SOURCES)).describe('`boost` alone: only a rule has brought it.'),
    location: chunkLocation,
    document: z
      .strictObject({
        id: z.string(),
        filename: z.string(),
        content_type: z.string(),
        source: documentSource,
      })
      .optional(),
    metadata: z
      .strictObject({
        scores: z
          .strictObject({ bm25: score, dense: score, fused: z.number(), rerank: score, boost: boostFactor })
          .describe('By the words, by the meaning (cosine), merged (0 to 1), and by the reranker.'),
        custom: customMetadata,
        heading_path: headingPath,
      })
      .optional(),
    document_metadata: customMetadata.optional(),
    highlights: z
      .array(z.strictObject({ start: z.number().int(), end: z.number().int() }))
      .optional()
      .describe('Places in `text` in UTF-16 code units, `end` behind the word; at most 100.'),
    regions: z.array(region).optional(),
    relations: z.array(relation).optional(),
    related_chunks: z
      .array(nearbyChunk.extend({ relation_type: z.string(), document_id: z.string() }))
      .optional(),
    neighboring_chunks: z
      .strictObject({
        before: nearbyChunk.nullable(),
        after: nearbyChunk.nullable(),
        preceding: z
          .array(nearbyChunk)
          .optional()
          .describe('All before it, in the order of the document, where `neighbor_count` is above 1.'),
        following: z.array(nearbyChunk).optional().describe('All after it, likewise.'),
      })
      .optional(),
  })
  .meta({ id: 'QueryResult' });
export type QueryHitBody = z.infer<typeof queryHit>;

const rerankFacts = z
  .strictObject({
    requested: z.boolean(),
    applied: z.boolean(),
    model: z.enum(RERANK_MODELS).nullable().describe('That ran, or should have.'),
    candidates: z.number().int().describe('Judged by the model, or to be judged.'),
  })
  .meta({ id: 'RerankFacts' });
export const warnings = z.array(
  z
    .strictObject({
      code: z
        .string()
        .describe(
          'Such as `FILTER_KEY_UNKNOWN`, `FILTER_TYPE_MISMATCH`, `BOOST_FIELD_UNKNOWN`, `BOOST_TYPE_MISMATCH`, ' +
            '`BOOST_CHUNK_UNKNOWN`, `BOOST_DOCUMENT_UNKNOWN`, `QUERY_WORDS_CAPPED`, `RERANK_CANDIDATES_CAPPED`.',
        ),
      message: z.string(),
    })
    .meta({ id: 'QueryWarning' }),
);
const semanticRatio = z
  .strictObject({
    used: z.number().min(0).max(1),
    reason: z
      .enum(RATIO_REASONS)
      .describe(
        '`requested`: as the query names it. `exact_words`, `quoted`, `identifier`: at most ten chunks have all ' +
          'words, the phrases in quotation marks, or the identifiers of the query. `other_language`: query and ' +
          'most chunks differ in language. `default`, and `language_not_covered` where the embedding model ' +
          'does not know most of the collection: none of these.',
      ),
  })
  .describe('Share of semantic search in the ranking; the rest is that of keyword search.')
  .meta({ id: 'SemanticRatio' })
  .optional();
const milliseconds = z.number().int();
export const timing = z
  .strictObject({
    total_ms: milliseconds,
    stages: z.array(
      z.strictObject({ name: z.enum(QUERY_STAGES), start_ms: milliseconds, duration_ms: milliseconds }),
    ),
  })
  .meta({ id: 'QueryTiming' });

/** Ids and texts of the example answers in the documentation. */
const exampleIds = {
  query_id: '5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50',
  request_id: 'req_1763666138_9ab3cd12',
  query: 'renewal obligations',
};
const exampleHit = {
  document_id: 'doc_01JD3V…',
  chunk_id: 'doc_01JD3V…:4',
  chunk_index: 4,
  score: 0.8123,
  modality: 'document',
  filename: 'contract.pdf',
};

/** Example of a query that asks for no reranker. */
export const notReranked = {
  requested: false,
  applied: false,
  model: null,
  candidates: 0,
  fallback: false,
  reason: null,
};

export const queryAnswer = z
  .strictObject({
    query_id: z.string(),
    request_id: z.string(),
    query: z.string(),
    results: z.array(queryHit),
    total_results: z.number().int(),
    limit: z.number().int(),
    semantic_ratio: semanticRatio,
    rerank: extending(
      rerankFacts.extend({
        fallback: z.boolean().describe('The model failed, and the merged order stands.'),
        reason: z.enum(['reranker_error']).nullable(),
      }),
      rerankFacts,
    ),
    boost: z.array(
      z.strictObject({
        index: z.number().int(),
        matched: z.number().int().describe('Chunks that the query may find and the rule names.'),
        in_pool: z.number().int().describe('Those among the candidates, brought by the rule or not.'),
        on_page: z.number().int(),
      }),
    ),
    warnings,
    timing,
    execution_time_ms: milliseconds,
  })
  .meta({
    id: 'QueryResponseV3',
    examples: [
      {
        ...exampleIds,
        results: [],
        total_results: 0,
        limit: 10,
        semantic_ratio: { used: 0.5, reason: 'default' },
        rerank: notReranked,
        boost: [{ index: 0, matched: 4, in_pool: 3, on_page: 1 }],
        warnings: [{ code: 'FILTER_KEY_UNKNOWN', message: 'The filter names a key that nothing has.' }],
        timing: { total_ms: 41, stages: [{ name: 'retrieval', start_ms: 12, duration_ms: 18 }] },
        execution_time_ms: 41,
      },
    ],
  });
export type QueryAnswerBody = z.infer<typeof queryAnswer>;

export const queryV2Answer = z
  .strictObject({
    success: z.literal(true),
    query: z.string(),
    query_id: z.string(),
    request_id: z.string(),
    inference: z.literal(false),
    top_k: z.number().int(),
    total_results: z.number().int(),
    search_results: z.array(
      z.strictObject({
        score: orderScore,
        rerank_score: score,
        boost_factor: boostFactor,
        content: z.string(),
        document_id: z.string(),
        chunk_id: z.string(),
        filename: z.string(),
        uri: z.string().nullable(),
        modality,
        chunk_index: z.number().int(),
        page_start: z.number().int().nullable(),
        page_end: z.number().int().nullable(),
        metadata: customMetadata.describe(
          'Of the document, and over it that of the chunk, as filters see it.',
        ),
        bounding_boxes: z.array(
          z.strictObject({
            page: z.number().int(),
            type: z.string(),
            text: z.string(),
            left: z.number(),
            top: z.number(),
            width: z.number(),
            height: z.number(),
          }),
        ),
      }),
    ),
    semantic_ratio: semanticRatio,
    rerank: rerankFacts,
    warnings,
    timing,
    execution_time_ms: milliseconds,
  })
  .meta({
    id: 'QueryResponseV2',
    examples: [
      {
        success: true,
        ...exampleIds,
        inference: false,
        top_k: 10,
        total_results: 1,
        search_results: [
          {
            ...exampleHit,
            rerank_score: 0.8123,
            content: 'The agreement renews for a year unless…',
            uri: 'https://example.com/contract.pdf',
            page_start: 2,
            page_end: 2,
            metadata: { year: 2024 },
            bounding_boxes: [],
          },
        ],
        semantic_ratio: { used: 0.5, reason: 'default' },
        rerank: { requested: true, applied: true, model: 'local-blend-1', candidates: 30 },
        warnings: [],
        timing: { total_ms: 41, stages: [{ name: 'retrieval', start_ms: 12, duration_ms: 18 }] },
        execution_time_ms: 41,
      },
    ],
  });
export type QueryV2AnswerBody = z.infer<typeof queryV2Answer>;
