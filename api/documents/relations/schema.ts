import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { isCleanText } from '../../../src/domain/platform/clean-text';
import { cleanText } from '../../http/fields/clean-text';
import { collectionName } from '../collections/schema';
import { batchCounts, batchOf, itemId, itemVerdict } from '../documents/metadata-schema';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';

const relationTypeCharsMax = 255;
const relationsPageMax = 500;
const relationsPageDefault = 100;

const relationType = cleanText.min(1).max(relationTypeCharsMax);
const jsonObject = z
  .record(z.string(), z.unknown())
  .refine(isStorable, 'has a key with NUL, half a character, or a number out of range');

const ends = {
  target_chunk_id: z.string(),
  target_document_id: z.string().optional().describe('Must be the document of the target.'),
  relation_type: relationType,
};

const relationItem = z
  .strictObject({
    item_id: itemId,
    source_chunk_id: z.string(),
    ...ends,
    metadata: jsonObject.describe('Replaces what an existing relation has.'),
  })
  .meta({ id: 'RelationItem' });
export type RelationItem = z.infer<typeof relationItem>;

export const relationsBatchBody = batchOf<RelationItem>(relationItem, {
  field: 'target_chunk_id',
  of: (item) => JSON.stringify([item.source_chunk_id, item.target_chunk_id, item.relation_type]),
}).meta({
  id: 'RelationsBatchRequest',
  examples: [
    {
      items: [
        {
          item_id: 'a',
          source_chunk_id: 'doc_01JD3V…:4',
          target_chunk_id: 'doc_01JD3W…:0',
          relation_type: 'supports',
          metadata: {},
        },
      ],
    },
  ],
});

export const relationsBatchResult = z
  .strictObject({
    results: z.array(
      extending(
        itemVerdict.extend({
          relation_id: z.string().nullable(),
          source_chunk_id: z.string(),
          target_chunk_id: z.string(),
          relation_type: z.string(),
        }),
        itemVerdict,
      ),
    ),
    ...batchCounts,
  })
  .meta({
    id: 'RelationsBatchResult',
    examples: [
      {
        results: [
          {
            item_id: 'a',
            relation_id: 'rel_01JD3X…',
            source_chunk_id: 'doc_01JD3V…:4',
            target_chunk_id: 'doc_01JD3W…:0',
            relation_type: 'supports',
            status: 'succeeded',
            status_code: 201,
            error: null,
          },
        ],
        succeeded: 1,
        failed: 0,
        unknown: 0,
      },
    ],
  });
export type RelationsBatchResult = z.infer<typeof relationsBatchResult>;

export const relationBody = z
  .strictObject({ ...ends, metadata: jsonObject.default({}).describe('Default {}.') })
  .meta({
    id: 'RelationRequest',
    examples: [{ target_chunk_id: 'doc_01JD3W…:0', relation_type: 'supports', metadata: {} }],
  });

export const relationParams = z.strictObject({ collection_name: collectionName, relation_id: z.string() });

export const chunkRelationsQuery = z.strictObject({
  direction: z
    .enum(['outgoing', 'incoming', 'both'])
    .default('outgoing')
    .describe('Which end of the relations the chunk is.'),
  limit: wholeNumber(1, relationsPageMax).default(relationsPageDefault),
  cursor: z.string().optional().describe('Default the first page.'),
});

export const relationResource = z
  .strictObject({
    relation_id: z.string(),
    relation_type: z.string(),
    source_chunk_id: z.string(),
    source_document_id: z.string(),
    target_chunk_id: z.string(),
    target_document_id: z.string().nullable().describe('Null when the collection has the document no more.'),
    metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'Relation',
    examples: [
      {
        relation_id: 'rel_01JD3X…',
        relation_type: 'supports',
        source_chunk_id: 'doc_01JD3V…:4',
        source_document_id: 'doc_01JD3V…',
        target_chunk_id: 'doc_01JD3W…:0',
        target_document_id: 'doc_01JD3W…',
        metadata: {},
        created_at: '2026-11-20T19:15:38.226Z',
        updated_at: '2026-11-20T19:15:38.226Z',
      },
    ],
  });
export type RelationResource = z.infer<typeof relationResource>;

export const chunkRelations = z
  .strictObject({
    chunk_id: z.string(),
    relations: z.array(relationResource),
    limit: z.number().int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RelationList' });
export type ChunkRelations = z.infer<typeof chunkRelations>;

/**
 * Whether the store keeps a value unchanged. It does not keep names of fields with NUL, unpaired
 * surrogates and infinite numbers.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => !key.includes('\u0000') && isCleanText(key) && isStorable(inner),
  );
}
