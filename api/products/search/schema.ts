import { z } from 'zod';
import { CONSTRAINT_MODES } from '../../../src/product-search';
import { FIELD_WEIGHTS } from '../../../src/domain/products/settings';
import {
  groupSizeMax,
  preferencesMax,
  queryCharsMax,
  searchHitsMax,
  sortKeysMax,
} from '../../../src/domain/products/limits';
import { facetAnswerMembers, facetMembers } from './facets-schema';

/** Longer than filters may be, so that they are refused with the place where they end. */
const filterTextMax = 65_536;

/** A filter expression of a body. */
export const filterText = z.string().max(filterTextMax);

/** Filters by field of a body. */
export const fieldFilters = z.record(z.string(), z.unknown());

const perPageMax = 100;
const perPageDefault = 20;
const fieldsMax = 1_000;
const nameCharsMax = 1_024;
const tokenCharsMax = 256;

const tagCharsMax = 256;
const snippetCharsMax = 10_000;

const fieldName = z.string().min(1).max(nameCharsMax);

const sortKey = z
  .strictObject({
    field: fieldName.describe('A sortable field; of nested fields the names with dots.'),
    order: z.enum(['asc', 'desc']).default('asc'),
  })
  .meta({ id: 'ProductSortKey' });

const groupBy = z
  .strictObject({
    field: fieldName.describe(
      'A single keyword, identifier or enum; a record without a value is a group of its own.',
    ),
    size: z.int().min(1).max(groupSizeMax).default(1).describe('Hits of each group.'),
  })
  .meta({ id: 'ProductSearchGroupBy' });

const preference = z
  .strictObject({
    filter: filterText.min(1).describe('A filter expression; records that pass it rise.'),
    strength: z.enum(['low', 'medium', 'high']).default('medium'),
  })
  .meta({ id: 'ProductPreference' });

const highlight = z
  .strictObject({
    pre_tag: z.string().max(tagCharsMax).default('<em>'),
    post_tag: z.string().max(tagCharsMax).default('</em>'),
    fields: z.array(fieldName).max(fieldsMax).optional().describe('All fields that were found by default.'),
    snippet: z
      .int()
      .min(0)
      .max(snippetCharsMax)
      .default(0)
      .describe('Characters to which long values are cut at ends of words; 0 for whole values.'),
  })
  .meta({ id: 'ProductHighlight' });

/** Members that bodies of searches share. */
export const sharedMembers = {
  filter: filterText
    .describe('A filter expression, such as `brand = "Acme" AND price < 50`.')
    .meta({ id: 'ProductFilterExpression' })
    .optional(),
  filters: fieldFilters
    .describe(
      'Filters by field: a value, a list of values of which one has to match, or an object with `all`, `not`, `exists`, `gt`, `gte`, ' +
        '`lt` or `lte`. All of them have to hold, together with `filter`.',
    )
    .meta({ id: 'ProductFieldFilters' })
    .optional(),
  sort: z
    .array(sortKey)
    .max(sortKeysMax)
    .default([])
    .describe(
      'Order before the ranking, which decides between equal values. Records without a value come last.',
    ),
  highlight: highlight
    .describe('Hits show found words between tags under `_highlight`; values are escaped for HTML.')
    .nullish(),
  fields: z
    .array(fieldName)
    .max(fieldsMax)
    .describe('Members of the records that are shown, besides the id; all by default.')
    .meta({ id: 'ProductShownFields' })
    .optional(),
  typo: z
    .enum(['auto', 'off'])
    .describe('`auto`: words of 4 to 7 characters are found with one typo, longer ones with two.')
    .meta({ id: 'ProductTypoMode' })
    .default('auto'),
  user_token: z
    .string()
    .min(1)
    .max(tokenCharsMax)
    .describe('Names the shopper for experiments, without telling who it is.')
    .meta({ id: 'ProductUserToken' })
    .optional(),
};

export const searchBody = z
  .strictObject({
    query: z
      .string()
      .max(queryCharsMax)
      .default('')
      .describe(
        'Words, identifiers, and phrases in quotes; empty for all records. `-word`, `-"two words"` and `NOT word` leave out records ' +
          'that have them.',
      ),
    page: z.int().min(0).default(0).describe('From 0.'),
    per_page: z.int().min(1).max(perPageMax).default(perPageDefault),
    prefer: z
      .array(preference)
      .max(preferencesMax)
      .default([])
      .describe('Records that rise among equals; nothing is excluded, and the strongest counts.'),
    ...facetMembers,
    ...sharedMembers,
    group_by: z
      .union([groupBy, z.literal(false)])
      .optional()
      .describe(
        'Hits are groups of records; the default of the index without it, `false` for single records.',
      ),
    meaning: z
      .enum(['auto', 'off'])
      .default('auto')
      .describe(
        '`auto`: where the build has vectors, equals are ordered by their closeness in meaning, and a page that reaches beyond the ' +
          'records with words of the query continues with those that are near in meaning. `off`: words alone count.',
      ),
    constraints: z
      .enum(CONSTRAINT_MODES)
      .default('ranking')
      .describe(
        'What amounts in the query, such as `under 2 ft`, do: records that fit rank higher, only they are found, or nothing.',
      ),
    variant: z
      .string()
      .max(tokenCharsMax)
      .nullish()
      .describe('Group of an experiment that serves this search, whoever the shopper is.'),
    rule_contexts: z
      .array(z.string().max(nameCharsMax))
      .max(100)
      .optional()
      .describe('Taken, without effect.'),
    explain: z.boolean().default(false).describe('Hits tell why they were found and ranked as they are.'),
  })
  .describe(`A search; pages reach ${searchHitsMax} hits.`)
  .meta({
    id: 'ProductSearchRequest',
    examples: [
      {
        query: 'wireles keyboard with numpad -refurbished',
        filter: 'in_stock = true AND price < 100',
        facet_keys: ['brand'],
        highlight: {},
        fields: ['title', 'price'],
      },
    ],
  });

export type SearchBody = z.infer<typeof searchBody>;

const explanation = z
  .object({
    summary: z.string().describe('All of it in one sentence.'),
    identifier: z.object({ field: z.string(), value: z.string() }).nullable(),
    words: z
      .object({
        found: z.int(),
        of: z.int(),
        primary: z.int().describe('Those that primary fields have.'),
      })
      .describe('Words that records are asked for.'),
    stop_words: z
      .object({ found: z.int(), of: z.int() })
      .describe('Words such as `the` and `for` beside others: they lift records, and none needs them.'),
    tier: z
      .enum(FIELD_WEIGHTS)
      .nullable()
      .describe(
        'The upper tier whose fields, with those above it, have all words; null when words are missing.',
      ),
    typos: z.int(),
    nearness: z.enum(['phrase', 'primary', 'anywhere']).nullable(),
    constraints: z
      .array(
        z.object({
          text: z.string(),
          fits: z
            .array(z.object({ field: z.string(), value: z.number(), unit: z.string().nullable() }))
            .nullable()
            .describe('Values by which the record fits, in the unit of their field; null where it does not.'),
        }),
      )
      .describe('Amounts of the query.'),
    preferences: z.array(z.object({ position: z.int(), strength: z.enum(['low', 'medium', 'high']) })),
    similarity: z
      .number()
      .nullable()
      .describe('Cosine of title and query of a hit by its meaning; null for a hit by its words.'),
    matches: z.array(
      z.object({
        word: z.string(),
        found: z.string(),
        field: z.string(),
        tier: z.enum(FIELD_WEIGHTS),
        kind: z.enum(['whole', 'joined', 'beginning', 'ending', 'typo']),
        typos: z.int(),
      }),
    ),
  })
  .meta({ id: 'ProductHitExplanation' });

export const hit = z
  .looseObject({
    id: z.string(),
    _score: z.number().min(0).max(1),
    _partial: z
      .boolean()
      .optional()
      .describe('True for a hit that lacks words which the hits before it have; absent otherwise.'),
    _by: z
      .enum(['meaning'])
      .optional()
      .describe(
        'What has found a partial hit that lacks most words of the query: its title is near to the query in meaning. Absent otherwise.',
      ),
    _highlight: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
    _group: z
      .object({
        value: z.string().nullable().describe('Null for a record without a value.'),
        total: z.int().describe('Records of the group that the search finds.'),
        hits: z.array(z.looseObject({ id: z.string() })).describe('Further records of the group.'),
      })
      .optional(),
    _matched: z.object({
      fields: z.array(z.string()).describe('Fields that have words of the query, or an identifier in it.'),
      identifier: z.boolean(),
      typos: z.int(),
    }),
    _explain: explanation.optional(),
  })
  .describe('A record as it was sent, with its id, and what is said about it.')
  .meta({ id: 'ProductHit' });

const wordHelp = z
  .object({ from: z.string(), to: z.string(), kind: z.enum(['typo', 'completion']) })
  .meta({ id: 'ProductWordHelp' });

const constraint = z
  .object({
    field: z.string(),
    op: z.enum(['=', '>=', '<=']).describe('`=`: within 2 %, of a temperature within one degree.'),
    value: z.number(),
    unit: z.string().nullable().describe('Unit of the field, to which the amount was converted.'),
    text: z.string().describe('Words of the query.'),
    applied: z.enum(['ranking', 'filter']),
  })
  .describe(
    'An amount of the query, as it is compared with one field. Entries with the same text belong together: a record fits with any field.',
  )
  .meta({ id: 'ProductQueryConstraint' });

export const warning = z
  .object({
    code: z
      .string()
      .describe(
        '`WORDS_OPTIONAL`: no record has all words, so that some are enough. `FACET_NO_COUNTS`: `fields` are dates, or have more ' +
          'than 1,000 values. `FACETS_LEFT_OUT`: the index has more facets than a search counts. `TEXTS_CUT`: hits are too large for all of their ' +
          'words to be told.',
      ),
    message: z.string(),
    fields: z.array(z.string()).optional(),
  })
  .meta({ id: 'ProductSearchWarning' });

/** First members of every answer. */
export const servedMembers = {
  query_id: z.string(),
  index: z.string(),
  build: z.string(),
  served_by: z
    .object({ index: z.string(), layer: z.string().nullable(), group: z.string().nullable() })
    .meta({ id: 'ProductServedBy' })
    .describe(
      'Index that served the shopper, and the layer and group of the assignment that chose it; null where none did.',
    ),
};

/** How long an answer took. */
export const timing = z.object({ engine_ms: z.int(), total_ms: z.int() }).meta({ id: 'ProductTiming' });

export const searchAnswer = z
  .object({
    ...servedMembers,
    serving: z.object({
      deterministic: z
        .boolean()
        .describe('Equal searches get equal ids, order, total and scores while nothing is written.'),
    }),
    total: z.int().describe('Records that have all words, or groups where hits are grouped.'),
    total_records: z.int(),
    total_exact: z.boolean().describe('False above 100,000 groups by another field than the default one.'),
    partial: z
      .int()
      .nullable()
      .describe(
        'Records, or groups, that follow those of `total`: those with most of the words, and those near in meaning from the first page ' +
          'on that reaches them. Null on pages that end before all of them, which do not count them.',
      ),
    page: z.object({
      number: z.int(),
      per_page: z.int(),
      pages: z
        .int()
        .describe(
          'Pages that can be asked for; those of partial hits count from the first page on that reaches them.',
        ),
      has_more: z.boolean(),
    }),
    hits: z.array(hit),
    query_understanding: z.object({
      corrections: z
        .array(wordHelp)
        .describe('Words that no hit has as they are written, and what most hits have.'),
      completions: z
        .array(wordHelp)
        .describe('Words that hits have instead of the beginning that was written.'),
      constraints: z.array(constraint),
    }),
    ...facetAnswerMembers,
    warnings: z.array(warning),
    timing,
  })
  .meta({
    id: 'ProductSearchAnswer',
    examples: [
      {
        query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C',
        index: 'products',
        build: 'bld_01JD8YV1R7Q3N5P0S2T4W6X8Z9',
        served_by: { index: 'products', layer: null, group: null },
        serving: { deterministic: true },
        total: 1,
        total_records: 1,
        total_exact: true,
        partial: 1,
        page: { number: 0, per_page: 20, pages: 1, has_more: false },
        hits: [
          {
            id: 'KB-1',
            title: 'Wireless keyboard with numpad',
            price: 49.9,
            _score: 0.984,
            _highlight: {
              title: '<em>Wireless</em> <em>keyboard</em> <em>with</em> <em>numpad</em>',
            },
            _matched: { fields: ['title'], identifier: false, typos: 1 },
          },
          {
            id: 'KB-4',
            title: 'Wireless keyboard, small',
            price: 39.9,
            _score: 0.642,
            _partial: true,
            _highlight: { title: '<em>Wireless</em> <em>keyboard</em>, small' },
            _matched: { fields: ['title'], identifier: false, typos: 1 },
          },
        ],
        facets: { brand: [{ value: 'Acme', count: 1 }] },
        facet_stats: {},
        facets_exact: true,
        facet_set_size: 1,
        query_understanding: {
          corrections: [{ from: 'wireles', to: 'wireless', kind: 'typo' }],
          completions: [],
          constraints: [],
        },
        warnings: [],
        timing: { engine_ms: 9, total_ms: 14 },
      },
    ],
  });
