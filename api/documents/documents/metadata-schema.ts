import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { timestamp } from '../../http/fields/timestamp';

/** Most items of a batch. */
const batchItemsMax = 100;
const itemIdCharsMax = 128;
const chunkIdExample = 'doc_01JD3V…:4';

const customMetadataRules =
  'Keys have 1 to 128 characters, do not begin with `$`, `_` or `email_` and are not reserved; values are strings, numbers, ' +
  'booleans or lists of strings; all of it has at most 64 KB.';

/** Metadata as it is sent. Its keys and values are checked separately. */
export const sentMetadata = z
  .record(z.string(), z.unknown())
  .meta({ id: 'SentMetadata', description: customMetadataRules });

export const customMetadata = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .meta({ id: 'CustomMetadata', description: 'Metadata of the caller.' });

export const putMetadataBody = z
  .strictObject({
    custom_metadata: sentMetadata.describe(
      'All of it: other keys are removed, but for those that the service wrote itself (`email_…`).',
    ),
  })
  .meta({ id: 'PutMetadataRequest', examples: [{ custom_metadata: { year: 2024, state: 'approved' } }] });

export const patchMetadataBody = z
  .strictObject({
    custom_metadata: sentMetadata.describe('Keys to set; null removes a key, other keys stay.'),
  })
  .meta({ id: 'PatchMetadataRequest', examples: [{ custom_metadata: { state: 'approved', draft: null } }] });

const written = {
  custom_metadata: customMetadata,
  filterable: z.literal(true).describe('Filters find it now.'),
};

export const writtenDocumentMetadata = z
  .strictObject({ document_id: z.string(), ...written, updated_at: timestamp })
  .meta({
    id: 'DocumentMetadata',
    examples: [
      {
        document_id: 'doc_01JD3V…',
        custom_metadata: { year: 2024, state: 'approved' },
        filterable: true,
        updated_at: '2026-11-20T19:15:38.226Z',
      },
    ],
  });
export type WrittenDocumentMetadata = z.infer<typeof writtenDocumentMetadata>;

export const chunkMetadataResource = z
  .strictObject({
    chunk_id: z.string(),
    document_id: z.string(),
    ...written,
    updated_at: timestamp.nullable().describe('Null when nothing was ever written.'),
  })
  .meta({
    id: 'ChunkMetadata',
    examples: [
      {
        chunk_id: chunkIdExample,
        document_id: 'doc_01JD3V…',
        custom_metadata: { claim_type: 'efficacy' },
        filterable: true,
        updated_at: '2026-11-20T19:15:38.226Z',
      },
    ],
  });
export type ChunkMetadataResource = z.infer<typeof chunkMetadataResource>;

/** Id that the caller chooses to identify results. */
export const itemId = z.string().min(1).max(itemIdCharsMax).describe('Yours, to tell results apart.');

/** A list of items without duplicates: no `item_id` and no target occurs twice. */
export function batchOf<T extends { item_id: string }>(
  item: z.ZodType<T>,
  target: { field: string; of: (item: T) => string },
) {
  return z.strictObject({
    items: z
      .array(item)
      .min(1)
      .max(batchItemsMax)
      .superRefine((items, ctx) => {
        for (const { field, of } of [{ field: 'item_id', of: (one: T) => one.item_id }, target]) {
          const seen = new Set<string>();
          for (const [index, one] of items.entries()) {
            const name = of(one);
            const message = 'comes twice in the batch';
            if (seen.has(name)) ctx.addIssue({ code: 'custom', path: [index, field], message });
            seen.add(name);
          }
        }
      }),
  });
}

const documentItem = z.strictObject({
  item_id: itemId,
  document_id: z.string(),
  custom_metadata: sentMetadata,
});
const chunkItem = z.strictObject({ item_id: itemId, chunk_id: z.string(), custom_metadata: sentMetadata });

export const documentMetadataBatchBody = batchOf(documentItem, {
  field: 'document_id',
  of: (item) => item.document_id,
}).meta({
  id: 'DocumentMetadataBatchRequest',
  examples: [
    {
      items: [
        {
          item_id: 'a',
          document_id: 'doc_01JD3V…',
          custom_metadata: { state: 'approved' },
        },
      ],
    },
  ],
});

export const chunkMetadataBatchBody = batchOf(chunkItem, {
  field: 'chunk_id',
  of: (item) => item.chunk_id,
}).meta({
  id: 'ChunkMetadataBatchRequest',
  examples: [
    {
      items: [
        {
          item_id: 'a',
          chunk_id: chunkIdExample,
          custom_metadata: { state: 'approved' },
        },
      ],
    },
  ],
});

/** Codes that one item of a batch can be refused with. */
const ITEM_ERRORS = [
  'invalid_custom_metadata',
  'metadata_too_large',
  'document_not_found',
  'chunk_not_found',
  'collection_not_found',
  'relation_identity_ambiguous',
  'self_relation',
  'outcome_unknown',
] as const satisfies readonly DocumentErrorCode[];

const itemError = z.strictObject({
  error: z.enum(ITEM_ERRORS),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type ItemError = z.infer<typeof itemError>;

/** Fields of every result of a batch. */
export const itemVerdict = z
  .strictObject({
    item_id: z.string(),
    status: z
      .enum(['succeeded', 'failed', 'unknown'])
      .describe('`unknown`: the write may have happened; read before you write again.'),
    status_code: z.number().int().describe('Status of the item alone.'),
    error: itemError.nullable(),
  })
  .meta({
    id: 'BatchItemVerdict',
    examples: [{ item_id: 'a', status: 'succeeded', status_code: 200, error: null }],
  });

/** Counts of results per status, in the answer to a batch. */
export const batchCounts = {
  succeeded: z.number().int(),
  failed: z
    .number()
    .int()
    .meta({ examples: [0] }),
  unknown: z
    .number()
    .int()
    .meta({ examples: [0] }),
};

const filterable = z
  .literal(true)
  .nullable()
  .describe('True once written: filters find it now.')
  .meta({ examples: [true] });

export const documentMetadataBatchResult = z
  .strictObject({
    results: z.array(extending(itemVerdict.extend({ document_id: z.string(), filterable }), itemVerdict)),
    ...batchCounts,
  })
  .meta({
    id: 'DocumentMetadataBatchResult',
    examples: [
      {
        results: [
          {
            item_id: 'a',
            document_id: 'doc_01JD3V…',
            status: 'succeeded',
            status_code: 200,
            error: null,
            filterable: true,
          },
          {
            item_id: 'b',
            document_id: 'doc_01JD3W…',
            status: 'failed',
            status_code: 404,
            error: { error: 'document_not_found', message: 'No document has this id.', details: null },
            filterable: null,
          },
        ],
        succeeded: 1,
        failed: 1,
        unknown: 0,
      },
    ],
  });
export type DocumentMetadataBatchResult = z.infer<typeof documentMetadataBatchResult>;

export const chunkMetadataBatchResult = z
  .strictObject({
    results: z.array(
      extending(
        itemVerdict.extend({ chunk_id: z.string().meta({ examples: [chunkIdExample] }), filterable }),
        itemVerdict,
      ),
    ),
    ...batchCounts,
  })
  .meta({ id: 'ChunkMetadataBatchResult' });
