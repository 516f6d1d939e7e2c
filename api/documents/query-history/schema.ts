import { z } from 'zod';
import { API_VERSIONS, RATIO_REASONS } from '../../../src/domain/documents/query';
import { BODY_STATES, QUERY_STATES } from '../../../src/domain/documents/query-history';
import { chunkLocation } from '../chunks/schema';
import { moment } from '../../http/fields/moment';
import { environment } from '../../http/fields/environment';
import { placeCursor } from '../../http/fields/place-cursor';
import { endsAfterItBegins } from '../../http/fields/span';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import { storedQueryExample } from './examples';

const pageMax = 100;
const pageDefault = 25;
/** Longest page with bodies, which are large. */
const pageWithBodiesMax = 25;
export const collectionNameCharsMax = 63;

export const BODY_PARTS = ['results', 'request', 'response'] as const;
export type BodyPart = (typeof BODY_PARTS)[number];

const include = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(BODY_PARTS)))
  .describe(
    `Comma list of ${BODY_PARTS.join(', ')}; with it a page has at most ${pageWithBodiesMax} queries. Default no bodies.`,
  )
  .meta({ examples: ['results,request'] });

export const listQueriesQuery = z
  .strictObject({
    collection: z
      .string()
      .max(collectionNameCharsMax)
      .optional()
      .describe('Name of the collection when it was asked; default every collection.'),
    status: z
      .enum(QUERY_STATES)
      .optional()
      .describe('Default every status. Only completed queries are recorded, so that `failed` finds none.'),
    from: moment.optional().describe('ISO 8601 date or timestamp, inclusive; default the oldest query.'),
    to: moment.optional().describe('ISO 8601 date or timestamp, exclusive; default now.'),
    sort: z.enum(['desc', 'asc']).default('desc'),
    limit: wholeNumber(1, pageMax).default(pageDefault),
    cursor: placeCursor,
    include: include.optional(),
  })
  .refine(...endsAfterItBegins)
  .refine((query) => query.include === undefined || query.limit <= pageWithBodiesMax, {
    path: ['limit'],
    message: `must be at most ${pageWithBodiesMax} with include`,
  });

export const queryParams = z.strictObject({
  query_id: z.string().describe('`query_id` or `request_id` of a query response.'),
});

const storedResult = z
  .strictObject({
    rank: z.number().int(),
    score: z.number(),
    rerank_score: z.number().nullable().describe('Null where no reranker ran.'),
    text: z.string(),
    filename: z.string(),
    document_id: z.string(),
    chunk_id: z.string(),
    location: chunkLocation,
  })
  .meta({ id: 'StoredQueryResult' });
export type StoredResult = z.infer<typeof storedResult>;

const body = z.record(z.string(), z.unknown());

export const queryResource = z
  .strictObject({
    query_id: z.string(),
    request_id: z.string(),
    collection: z.string(),
    collection_id: z.string(),
    environment: environment,
    api_version: z.enum(API_VERSIONS).nullable(),
    query_text: z.string(),
    status: z.enum(QUERY_STATES),
    latency_ms: z.number().int().nullable().describe('Null when it was not recorded.'),
    result_count: z.number().int(),
    params: z
      .strictObject({
        limit: z.number().int(),
        rerank: z.boolean().nullable(),
        semantic_ratio: z.number().nullable().describe('As used.'),
        ratio_reason: z.enum(RATIO_REASONS).nullable().describe('Why this ratio was used.'),
        has_filter: z.boolean().nullable(),
      })
      .describe('What is null was not recorded.'),
    body_status: z
      .enum(BODY_STATES)
      .describe('Bodies are kept for 90 days. `missing`: it could not be stored, or was removed.'),
    created_at: timestamp,
    error_message: z.string().nullable(),
    eval_id: z.string().nullable(),
    results: z.array(storedResult).nullable().describe('The same for v2 and v3.'),
    request: body.nullable(),
    response: body.nullable().describe('In the shape of its version.'),
  })
  .meta({ id: 'StoredQuery', examples: [storedQueryExample] });
export type QueryResource = z.infer<typeof queryResource>;

export const queryList = z
  .strictObject({
    queries: z.array(queryResource),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'StoredQueryList' });
