import { z } from 'zod';
import { cutTexts, fitAnswer } from '../../platform/mcp/fit-answer';
import { type AssistantTool, defineTool, maxBytes } from '../../platform/mcp/tool';
import { type IndexResource } from '../indexes/schema';
import { type hit as searchHit, type searchAnswer } from '../search/schema';
import { type FieldResource, type SettingsAnswer } from '../settings/schema';

const index = z.string().describe('Name of the index, as list_indexes gives it.');

const listIndexes = defineTool({
  name: 'list_indexes',
  title: 'List product indexes',
  description: 'Lists the indexes of products that can be searched, by name.',
  operation: 'listProductIndexes',
  isReadOnly: true,
  input: z.strictObject({
    limit: z.int().min(1).max(50).default(50),
    cursor: z.string().optional().describe('next_cursor of the page before.'),
  }),
  output: z.object({
    indexes: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        records: z.int().describe('Records that searches find.'),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run({ limit, cursor }, call) {
    const query = { limit: String(limit), ...(cursor !== undefined && { cursor }) };
    const list = (await call('listProductIndexes', { query })) as {
      indexes: IndexResource[];
      next_cursor: string | null;
    };
    const indexes = list.indexes.map(({ name, status, records }) => ({
      name,
      status,
      records: records.served,
    }));
    return { indexes, next_cursor: list.next_cursor };
  },
});

const describeIndex = defineTool({
  name: 'describe_index',
  title: 'Describe a product index',
  description:
    'Lists the fields of an index: their types, units and values, and which of them can be filtered, sorted or counted as facets.',
  operation: 'getProductSettings',
  isReadOnly: true,
  input: z.strictObject({ index, max_bytes: maxBytes }),
  output: z.object({
    fields: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        unit: z.string().nullable(),
        uses: z.array(z.string()),
        samples: z.array(z.unknown()),
      }),
    ),
    left_out: z.int().describe('Fields that did not fit.'),
  }),
  async run({ index: name, max_bytes: bytesMax }, call) {
    const settings = (await call('getProductSettings', { params: { index: name } })) as SettingsAnswer;
    const fields = settings.served?.fields ?? settings.effective?.fields ?? {};
    const items = fieldRows(fields, '');
    return fitAnswer(
      {
        items,
        cut: (item, chars) => ({ ...item, samples: item.samples.map((one) => cutTexts(one, chars)) }),
        write: (kept) => ({ fields: [...kept], left_out: items.length - kept.length }),
      },
      bytesMax,
    );
  },
});

const searchProducts = defineTool({
  name: 'search_products',
  title: 'Search products',
  description:
    'Finds records of an index by words, filters and order, and counts facets. An empty query finds all records that the filter lets ' +
    'through.',
  operation: 'searchProductIndex',
  isReadOnly: true,
  input: z.strictObject({
    index,
    query: z.string().default('').describe('Words; -word leaves records out, "two words" is a phrase.'),
    filter: z
      .string()
      .optional()
      .describe('Such as: price < 20 AND brand = "Acme" AND NOT colour IN ("red", "blue").'),
    facets: z
      .array(z.string())
      .max(10)
      .default([])
      .describe('Fields whose most frequent values are counted.'),
    sort: z
      .array(z.strictObject({ field: z.string(), order: z.enum(['asc', 'desc']).default('asc') }))
      .max(3)
      .default([]),
    fields: z.array(z.string()).max(50).optional().describe('Fields that are shown; all by default.'),
    limit: z.int().min(1).max(50).default(10),
    page: z.int().min(0).default(0).describe('From 0.'),
    max_bytes: maxBytes,
  }),
  output: z.object({
    total: z.int().describe('Records with all words; partial ones follow them.'),
    hits: z.array(
      z.object({
        id: z.string(),
        score: z.number(),
        is_partial: z.boolean().describe('Lacks words that the hits before it have.'),
        record: z.record(z.string(), z.unknown()),
        is_cut: z.boolean(),
      }),
    ),
    left_out: z.int().describe('Hits of this page that did not fit.'),
    has_more: z.boolean().describe('Whether there is a next page.'),
    facets: z.record(z.string(), z.array(z.object({ value: z.unknown(), count: z.int() }))),
    ranges: z
      .record(z.string(), z.object({ min: z.number(), max: z.number() }))
      .describe('Of numeric facets.'),
    corrections: z.array(z.object({ from: z.string(), to: z.string() })),
    warnings: z.array(z.string()),
  }),
  async run({ index: name, query, filter, facets, sort, fields, limit, page, max_bytes: bytesMax }, call) {
    const answer = (await call('searchProductIndex', {
      params: { index: name },
      body: {
        query,
        sort,
        page,
        per_page: limit,
        ...(filter !== undefined && { filter }),
        ...(facets.length > 0 && { facet_keys: facets, facet_stats: true }),
        ...(fields !== undefined && { fields }),
      },
    })) as z.output<typeof searchAnswer>;
    const items = answer.hits.map((hit) => ({ ...hitOf(hit), is_cut: false }));
    return fitAnswer(
      {
        items,
        cut: ({ record, ...item }, chars) => {
          const shortened = cutTexts(record, chars) as Record<string, unknown>;
          return { ...item, record: shortened, is_cut: JSON.stringify(shortened) !== JSON.stringify(record) };
        },
        write: (hits) => ({
          total: answer.total,
          hits: [...hits],
          left_out: items.length - hits.length,
          has_more: answer.page.has_more,
          facets: answer.facets ?? {},
          ranges: answer.facet_stats ?? {},
          corrections: answer.query_understanding.corrections.map(({ from, to }) => ({ from, to })),
          warnings: answer.warnings.map(({ message }) => message),
        }),
      },
      bytesMax,
    );
  },
});

/** Members of a hit that the service adds to the record. */
const added = new Set(['_score', '_partial', '_highlight', '_group', '_matched', '_explain']);

function hitOf(hit: z.output<typeof searchHit>) {
  const { id, _score: score, _partial: isPartial = false } = hit;
  const members = Object.entries(hit).filter(([name]) => name !== 'id' && !added.has(name));
  return { id, score, is_partial: isPartial, record: Object.fromEntries(members) };
}

const uses = ['searchable', 'filterable', 'facet', 'sortable'] as const;

/** A row for each field; fields below others have names with dots. */
function fieldRows(fields: Record<string, FieldResource>, prefix: string): FieldRow[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const children = (field.children ?? {}) as Record<string, FieldResource>;
    const row = {
      name: prefix + name,
      type: field.type,
      unit: field.unit,
      uses: uses.filter((use) => field[use]),
      samples: field.values?.slice(0, 10) ?? field.samples ?? [],
    };
    return [row, ...fieldRows(children, `${prefix}${name}.`)];
  });
}

interface FieldRow {
  name: string;
  type: string;
  unit: string | null;
  uses: string[];
  samples: unknown[];
}

/** Tools that list, describe and search indexes of products. */
export const productTools: readonly AssistantTool[] = [listIndexes, describeIndex, searchProducts];
