import { z } from 'zod';
import { Refusal } from '../../../src/domain/platform/refusal';
import { API_VERSIONS, QUERY_STAGES, RATIO_REASONS } from '../../../src/domain/documents/query';
import { SEARCH_MODES } from '../../../src/domain/documents/query-history';
import {
  latencyBinsDefault,
  latencyBinsMax,
  latencyBinsMin,
  type LatencyFilter,
  latencyWindowMsMax,
} from '../../../src/domain/documents/query-latency';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { documentedAs, extending } from '../../http/openapi/documented-as';
import { flag } from '../documents/query-schema';
import { collectionNameCharsMax } from '../query-history/schema';
import { moment } from '../../http/fields/moment';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import { activeCollectionsExample, latencyExample, slowestExample } from '../query-history/examples';

const slowestMax = 20;
const slowestDefault = 5;
const collectionsPageMax = 100;
const collectionsPageDefault = 25;

const unknown = 'unknown';
/**
 * Stored values by their names on the wire; `unknown` stands for rows from before the setting was recorded.
 */
const states = { on: true, off: false, true: true, false: false, [unknown]: null } as const;

const filterSchema = z
  .strictObject({
    from: moment.describe('ISO 8601 date or timestamp, UTC when it has no offset; inclusive.'),
    to: moment.describe('Like `from`, exclusive; at most 90 days after it.'),
    collection: z
      .string()
      .min(1)
      .max(collectionNameCharsMax)
      .optional()
      .describe('Name of a collection; default all.'),
    api_version: z
      .enum([...API_VERSIONS, unknown])
      .optional()
      .describe(
        'Default all. `unknown` finds queries from before it was recorded; so with the other filters.',
      ),
    rerank: z.enum(['on', 'off', unknown]).optional().describe('Default all.'),
    search_mode: z
      .enum([...SEARCH_MODES, unknown])
      .optional()
      .describe('Default all. From the semantic ratio: 0 is keyword, 1 semantic, all between hybrid.'),
    ratio_reason: z
      .enum([...RATIO_REASONS, unknown])
      .optional()
      .describe('Default all. Why the semantic ratio was used.'),
    has_filter: z.enum(['true', 'false', unknown]).optional().describe('Default all.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must lie after from' })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= latencyWindowMsMax, {
    path: ['to'],
    message: 'must lie at most 90 days after from',
  });

const binsSchema = z.strictObject({
  bins: wholeNumber(latencyBinsMin, latencyBinsMax).default(latencyBinsDefault),
});

/**
 * A parameter that is documented by its schema but validated later. A wrong or missing value is a 400, while
 * wrong values of the other fields of these routes are a 422.
 */
function readLater(schema: z.ZodType) {
  const anything = documentedAs(
    z.preprocess((sent) => sent, z.unknown()),
    schema,
  );
  return schema.safeParse(undefined).success ? anything.optional() : anything;
}

const { shape } = filterSchema;
const filter = {
  from: readLater(shape.from),
  to: readLater(shape.to),
  collection: readLater(shape.collection),
  api_version: readLater(shape.api_version),
  rerank: readLater(shape.rerank),
  search_mode: readLater(shape.search_mode),
  ratio_reason: readLater(shape.ratio_reason),
  has_filter: readLater(shape.has_filter),
};

export const latencyQuery = z.strictObject({
  ...filter,
  bins: readLater(binsSchema.shape.bins),
  include_stages: flag(false).describe('Adds `stages`. Takes longer: every query of the window is read.'),
  refresh: flag(false).describe('Computes the report anew instead of one of the last 30 seconds.'),
});
export const activeCollectionsQuery = z.strictObject({
  ...filter,
  search: z.string().max(collectionNameCharsMax).default('').describe('Part of the name, in either case.'),
  limit: wholeNumber(1, collectionsPageMax).default(collectionsPageDefault),
  offset: wholeNumber(0).default(0),
});
export const slowestQuery = z.strictObject({
  ...filter,
  limit: wholeNumber(1, slowestMax).default(slowestDefault),
});

type WireFilter = Record<keyof typeof shape, unknown>;

/**
 * Reads the filter from the parameters.
 *
 * @throws Refusal 400 `validation_error` for a wrong window or filter value
 */
export function readLatencyFilter(query: WireFilter): LatencyFilter {
  const names = Object.keys(shape) as (keyof typeof shape)[];
  const sent = Object.fromEntries(names.map((name) => [name, query[name]]));
  const { from, to, collection, api_version, rerank, search_mode, ratio_reason, has_filter } = read(
    filterSchema,
    sent,
  );
  return {
    from,
    to,
    ...(collection !== undefined && { collection }),
    ...(api_version !== undefined && { apiVersion: api_version === unknown ? null : api_version }),
    ...(rerank !== undefined && { rerank: states[rerank] }),
    ...(search_mode !== undefined && { searchMode: search_mode === unknown ? null : search_mode }),
    ...(ratio_reason !== undefined && { ratioReason: ratio_reason === unknown ? null : ratio_reason }),
    ...(has_filter !== undefined && { hasFilter: states[has_filter] }),
  };
}

/** Reads the number of bins. @throws Refusal 400 `validation_error` */
export function readLatencyBins({ bins }: { bins?: unknown }): number {
  return read(binsSchema, { bins }).bins;
}

function read<T>(schema: z.ZodType<T>, sent: object): T {
  const result = schema.safeParse(sent, { error: issueMessage });
  if (!result.success)
    throw new Refusal('validation_error', { details: fieldIssues('query', result.error, sent) });
  return result.data;
}

const count = z.int().min(0);
const ms = z.int().min(0);
const share = z.number().min(0).max(1);
const percentiles = z
  .strictObject({ p50: ms.nullable(), p95: ms.nullable(), p99: ms.nullable() })
  .meta({ id: 'LatencyPercentiles' });
const bins = z.array(count);

export const latencyResource = z
  .strictObject({
    metric: z.literal('query_processing_time'),
    population: z.literal('completed, non-evaluation queries'),
    window: z.strictObject({ from: timestamp, to: timestamp }),
    counts: z.strictObject({
      matching: count,
      measured: count,
      missing: count.describe('Queries whose time was not recorded; no percentile counts them.'),
    }),
    percentile_method: z.literal('exact').describe('Nearest rank.'),
    percentiles: percentiles.describe('Milliseconds; null when nothing was measured.'),
    histogram: z.strictObject({
      edges: z
        .array(ms)
        .describe(
          'Milliseconds from the smallest to the largest time, each about as many times the one before; ' +
            'close ones may be equal. One more than there are bins; empty when nothing was measured.',
        ),
      counts: bins.describe('A bin holds its lower edge; the last one holds both.'),
    }),
    collections: z
      .array(
        extending(
          percentiles.extend({
            collection_name: z.string(),
            count: count,
            counts: bins,
            is_other: z.boolean(),
          }),
          percentiles,
        ),
      )
      .describe('The ten with the most queries; the others are one, without percentiles.'),
    stages: z
      .array(
        extending(
          percentiles.extend({
            name: z.enum(QUERY_STAGES),
            count: count.describe('Queries that recorded the stage.'),
          }),
          percentiles,
        ),
      )
      .optional()
      .describe('Milliseconds by stage, in the order of a query; there when `include_stages` is set.'),
    coverage: z
      .strictObject({
        api_version: share,
        rerank: share,
        search_mode: share,
        ratio_reason: share,
        has_filter: share,
      })
      .describe('Share of the queries that recorded the setting.'),
    completeness: z.strictObject({
      complete: z.boolean().describe('False when queries are known to be missing.'),
      watermark: timestamp.describe('Earlier queries are all in the report.'),
    }),
    cached: z.boolean(),
    generated_at: timestamp,
  })
  .meta({ id: 'LatencyReport', examples: [latencyExample] });
export type LatencyResource = z.infer<typeof latencyResource>;

export const activeCollectionList = z
  .strictObject({
    collections: z.array(
      z.strictObject({
        collection_name: z.string(),
        collection_id: z.string(),
        count,
        last_query_at: timestamp,
      }),
    ),
    total_count: count,
    limit: count,
    offset: count,
  })
  .meta({ id: 'ActiveCollectionList', examples: [activeCollectionsExample] });
export type ActiveCollectionList = z.infer<typeof activeCollectionList>;

export const slowestList = z
  .strictObject({
    queries: z.array(z.strictObject({ query_id: z.string(), request_id: z.string(), duration_ms: ms })),
  })
  .meta({ id: 'SlowestQueryList', examples: [slowestExample] });
export type SlowestList = z.infer<typeof slowestList>;
