import { z } from 'zod';
import { CHUNK_TYPES } from '../../../src/domain/documents/document';
import { AUTO_RATIO } from '../../../src/domain/documents/query';
import {
  RERANK_CANDIDATES_MAX,
  RERANK_FAMILIES,
  RERANK_MODELS,
  type RerankModel,
} from '../../../src/domain/platform/rerank-model';
import { boostFieldFault } from '../../../src/retrieval';
import { cleanText } from '../../http/fields/clean-text';
import { chunkType } from '../chunks/schema';

const queryCharsMax = 4_000;
const limitMax = 100;
const limitDefault = 10;
/** Most candidates of any reranker. */
const candidatesMax = Math.max(...Object.values(RERANK_CANDIDATES_MAX));
const boostRulesMax = 10;
const boostValuesMax = 50;
const boostChunksMax = 100;

/** Text of a query. */
export const queryText = cleanText.trim().min(1).max(queryCharsMax);

/** Number of results. */
export const resultsLimit = z.number().int().min(1).max(limitMax).default(limitDefault);

const families = Object.keys(RERANK_FAMILIES) as (keyof typeof RERANK_FAMILIES)[];
const rerankOptions = z
  .strictObject({
    enabled: z.boolean().default(true),
    candidate_limit: z
      .number()
      .int()
      .min(1)
      .max(candidatesMax)
      .optional()
      .describe(
        'At least the results wanted; default three times as many. `local-interaction-1` and ' +
          '`hosted-chat-1` judge 50 at most, the others 200; what is beyond follows with a rerank score of ' +
          'null and the warning `RERANK_CANDIDATES_CAPPED`.',
      ),
    model: z
      .enum([...RERANK_MODELS, ...families])
      .default('local')
      .describe(
        'A family stands for its best model: `local`, `hosted`. Hosted models have to be configured.',
      ),
  })
  .meta({ id: 'RerankOptions' });
export type RerankOptions = z.infer<typeof rerankOptions>;

const boostValue = z.union([cleanText, z.number(), z.boolean()]);
const boostRule = z
  .strictObject({
    field: z
      .string()
      .optional()
      .describe(
        'A key of custom metadata, or `document_id`, `file_id`, `filename`, `content_type`, `chunk_type`.',
      ),
    eq: boostValue.optional(),
    in: z.array(boostValue).min(1).max(boostValuesMax).optional(),
    chunk_ids: z.array(z.string()).min(1).max(boostChunksMax).optional(),
    weight: z.number().min(0.2).max(5).default(1).describe('Multiplies the score of what the rule names.'),
    reserve: z.number().int().min(0).default(0).describe('Places on the page that are kept for it.'),
  })
  .superRefine((rule, context) => {
    const { field, eq, in: values, chunk_ids: chunks } = rule;
    const byField = field !== undefined && (eq !== undefined) !== (values !== undefined);
    const wellFormed = chunks === undefined ? byField : [field, eq, values].every((one) => one === undefined);
    if (!wellFormed)
      context.addIssue({
        code: 'custom',
        message: 'must have either field and eq, or field and in, or chunk_ids',
      });
    const fault = field === undefined ? null : boostFieldFault(field);
    if (fault !== null) context.addIssue({ code: 'custom', path: ['field'], message: fault });
  })
  .meta({ id: 'BoostRule' });
export type BoostOptions = z.infer<typeof boostRule>;

/** Options that v2 and v3 queries share under the same names. */
export const sharedOptions = {
  semantic_ratio: z
    .union([z.literal(AUTO_RATIO), z.number().min(0).max(1), z.null()])
    .default(AUTO_RATIO)
    .describe(
      'Share of semantic search in the ranking: 0 is keyword search alone, 1 semantic search alone. `auto`, as ' +
        'null does, chooses for each query: 0.1 where at most ten chunks have the telling words (quoted ' +
        'phrases, else identifiers of a query of up to four words, else all words); else 0.9 where query and ' +
        'most chunks differ in language and the model knows that of the query; 0.2 where it does not know ' +
        'that of most chunks; 0.6 with the local model of many languages, 0.5 with others. The answer tells ' +
        'which was used, and why.',
    ),
  min_cosine: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .default(null)
    .describe(
      'Minimum similarity, as a cosine, of query and chunk for a chunk to be found by semantic search; default ' +
        'any. What keyword search finds, or a boost rule brings, stays. Cosines depend on the embedding model: see ' +
        '`metadata.scores.dense`.',
    ),
  max_chunks_per_document: z
    .number()
    .int()
    .min(1)
    .max(limitMax)
    .nullable()
    .default(null)
    .describe('Most results of one document.'),
  rerank: z
    .union([z.boolean(), rerankOptions])
    .default(false)
    .describe('Has a model judge the best candidates again; default false. `true` takes all defaults.'),
  boost: z.array(boostRule).max(boostRulesMax).default([]),
  exclude_chunk_types: z
    .array(chunkType)
    .max(CHUNK_TYPES.length)
    .default(['table_of_contents', 'page_header', 'page_footer'])
    .describe(
      'Types that are not searched. `[]` searches tables of contents and running lines of pages as well.',
    ),
};

/** The shared options in a schema of their own, for the documentation of bodies that include them. */
export const optionsBase = z.object(sharedOptions).meta({ id: 'QueryOptions' });

/**
 * Default number of candidates for a reranker: three per result up to its bound, and at least one per result.
 */
export function candidatesDefault(limit: number, model: RerankModel): number {
  return Math.min(limit * 3, Math.max(limit, RERANK_CANDIDATES_MAX[model]));
}

/**
 * Rules between fields: the reranker gets at least as many candidates as there are results, and the reserved
 * places fit into the results.
 */
export function checkQueryOptions(limitField: 'limit' | 'top_k') {
  return (
    body: { limit?: number; top_k?: number; rerank: boolean | RerankOptions; boost: BoostOptions[] },
    context: z.RefinementCtx,
  ): void => {
    const limit = body[limitField] ?? limitDefault;
    const candidates = typeof body.rerank === 'object' ? body.rerank.candidate_limit : undefined;
    if (candidates !== undefined && candidates < limit)
      context.addIssue({
        code: 'custom',
        path: ['rerank', 'candidate_limit'],
        message: `must not be less than ${limitField} (${limit})`,
      });
    const reserved = body.boost.reduce((sum, { reserve }) => sum + reserve, 0);
    if (reserved > limit)
      context.addIssue({
        code: 'custom',
        path: ['boost'],
        message: `must not reserve more places than ${limitField} (${limit})`,
      });
  };
}
