import { z } from 'zod';
import { indexNamePattern } from '../../../src/domain/products/product-index';
import { importedRecordsMax, fieldNameCharsMax } from '../../../src/domain/products/limits';
import { RECORD_FAULTS } from '../../../src/domain/products/record-fault';
import { appIdPattern } from '../../../src/product-imports';

const apiKeyCharsMax = 512;
const sourceNameCharsMax = 256;

const parts = z
  .strictObject({
    records: z.boolean().default(true),
    settings: z.boolean().default(true),
    synonyms: z.boolean().default(false).describe('Only noted in the report: there are no synonyms.'),
    rules: z.boolean().default(false).describe('Only noted in the report: there are no query rules.'),
  })
  .refine(({ records, settings }) => records || settings, 'must name records or settings')
  .prefault({})
  .meta({ id: 'ImportParts', description: 'Parts that are taken over; default records and settings.' });

const shared = {
  target: z
    .string()
    .regex(indexNamePattern)
    .describe('Index that takes the records and settings; made where there is none.'),
  include: parts,
  build: z.boolean().default(true).describe('Whether the index is built afterwards.'),
};

const file = {
  records: z
    .string()
    .max(100)
    .describe('`svc://upl_…` id of an uploaded file: a JSON array of records, or NDJSON.'),
  ...shared,
};

const providerSettings = z.record(z.string(), z.unknown());

const algolia = z
  .strictObject({
    provider: z.literal('algolia'),
    app_id: z.string().regex(appIdPattern),
    api_key: z
      .string()
      .min(1)
      .max(apiKeyCharsMax)
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII')
      .describe(
        'Key with the rights browse and settings. Kept sealed while the job runs, and nowhere afterwards.',
      ),
    index: z.string().min(1).max(sourceNameCharsMax).describe('Name of the index there.'),
    ...shared,
  })
  .meta({
    id: 'AlgoliaImport',
    examples: [
      { provider: 'algolia', app_id: 'ABC123', api_key: 'key', index: 'prod_products', target: 'products' },
    ],
  });

const algoliaExport = z
  .strictObject({
    provider: z.literal('algolia_export'),
    ...file,
    settings: providerSettings.optional().describe('Settings of the index, as the provider exports them.'),
  })
  .meta({
    id: 'AlgoliaExportImport',
    examples: [
      {
        provider: 'algolia_export',
        records: 'svc://upl_01JD3V5W8QXK2M4N6P7R9S0T1V',
        settings: { searchableAttributes: ['title', 'brand'], attributesForFaceting: ['brand'] },
        target: 'products',
      },
    ],
  });

const typesenseExport = z
  .strictObject({
    provider: z.literal('typesense_export'),
    ...file,
    schema: providerSettings.optional().describe('Schema of the collection.'),
  })
  .meta({
    id: 'TypesenseExportImport',
    examples: [
      {
        provider: 'typesense_export',
        records: 'svc://upl_01JD3V5W8QXK2M4N6P7R9S0T1V',
        schema: { fields: [{ name: 'title', type: 'string' }] },
        target: 'products',
      },
    ],
  });

const meilisearchExport = z
  .strictObject({
    provider: z.literal('meilisearch_export'),
    ...file,
    settings: providerSettings.optional().describe('Settings of the index.'),
    primary_key: z
      .string()
      .min(1)
      .max(fieldNameCharsMax)
      .optional()
      .describe('Member that is the id of the records; default: the only one whose name ends with `id`.'),
  })
  .meta({
    id: 'MeilisearchExportImport',
    examples: [
      {
        provider: 'meilisearch_export',
        records: 'svc://upl_01JD3V5W8QXK2M4N6P7R9S0T1V',
        settings: { filterableAttributes: ['brand'] },
        primary_key: 'sku',
        target: 'products',
      },
    ],
  });

export const importBody = z
  .discriminatedUnion('provider', [algolia, algoliaExport, typesenseExport, meilisearchExport])
  .meta({
    id: 'ProductImportRequest',
    examples: [
      { provider: 'algolia', app_id: 'ABC123', api_key: 'key', index: 'prod_products', target: 'products' },
    ],
  });
export type ImportBody = z.output<typeof importBody>;

export const importReport = z
  .object({
    records: z
      .object({ read: z.int(), staged: z.int(), rejected: z.int() })
      .describe(`Records so far; an import takes at most ${importedRecordsMax}.`),
    settings: z.object({
      mapped: z.array(z.object({ name: z.string(), to: z.string() })),
      ignored: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    fields: z
      .array(z.object({ name: z.string(), records: z.int() }))
      .describe('Members of the records, with the number of records that have each.'),
    errors: z
      .array(
        z.object({
          line: z.int().nullable(),
          index: z.int().nullable(),
          id: z.string().nullable(),
          code: z.enum(RECORD_FAULTS),
          field: z.string().nullable(),
          message: z.string(),
        }),
      )
      .describe(
        'The first 100 refused records, by their place in a page or file. Empty for keys that do not see every record.',
      ),
  })
  .meta({
    id: 'ProductImportReport',
    examples: [
      {
        records: { read: 2, staged: 2, rejected: 0 },
        settings: {
          mapped: [{ name: 'searchableAttributes', to: 'searchable' }],
          ignored: [{ name: 'hitsPerPage', reason: 'it is a parameter of each search' }],
        },
        fields: [{ name: 'title', records: 2 }],
        errors: [],
      },
    ],
  });
export type ImportReport = z.output<typeof importReport>;
