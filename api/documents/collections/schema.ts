import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import {
  collectionDescriptionCharsMax,
  collectionMetadataBytesMax,
  collectionMetadataDepthMax,
  collectionMetadataFault,
  collectionMetadataKeysMax,
  collectionNamePattern,
  collectionsPageDefault,
  collectionsPageMax,
} from '../../../src/domain/documents/collection';
import { EMBEDDING_MODEL_CHOICES } from '../../../src/domain/platform/embedding-model';
import { cleanText } from '../../http/fields/clean-text';
import { environment } from '../../http/fields/environment';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import { maskingBoundsByTag } from '../masking-bounds/bounds-by-tag';
import { collectionExample, copyExample, environmentChangeExample } from './examples';

const nameRule =
  '3 to 63 letters, digits, hyphens and underscores; the first and the last are letters or digits.';
const newName = z.string().regex(collectionNamePattern, `must have ${nameRule}`).describe(nameRule);
/** Path of an existing collection. Text that cannot be a name is answered like an unknown name. */
export const collectionName = z.string().describe('Name of the collection.');
export const collectionParams = z.strictObject({ collection_name: collectionName });

export const newCollectionParams = z.strictObject({ collection_name: newName });

export const listCollectionsQuery = z.strictObject({
  limit: wholeNumber(1, collectionsPageMax).default(collectionsPageDefault),
  offset: wholeNumber(0).default(0),
});

const metadata = z
  .record(z.string(), z.unknown())
  .superRefine((value, ctx) => {
    const fault = collectionMetadataFault(value);
    if (fault !== null) ctx.addIssue({ code: 'custom', message: fault });
  })
  .describe(
    `Any JSON object of at most ${collectionMetadataBytesMax} bytes, ${collectionMetadataKeysMax} keys and ${collectionMetadataDepthMax} levels; stored and returned, never interpreted.`,
  );

export const putCollectionBody = z
  .strictObject({
    description: cleanText.max(collectionDescriptionCharsMax).nullable().default(null),
    metadata: metadata.nullable().default(null),
    embedding_model: z
      .enum(EMBEDDING_MODEL_CHOICES)
      .default('auto')
      .describe(
        'Model of the vectors by which queries find texts by their meaning. `all-minilm-l6-v2` knows English; ' +
          '`multilingual-e5-small` knows some 90 languages and finds texts of one by questions in another; indexing ' +
          'with it embeds 0.4 times as many chunks a second. `auto`: the embedding endpoint of the installation, else the one that ' +
          'fits the language of the first document.',
      ),
  })
  .meta({
    id: 'CreateCollectionRequest',
    examples: [{ description: 'Handbooks of all products', metadata: { owner: 'support' } }],
  })
  .nullable();

export const copyCollectionBody = z
  .strictObject({
    target_name: newName,
    include_graph: z
      .boolean()
      .default(true)
      .describe('Relations between chunks and custom metadata of chunks come along.'),
  })
  .meta({ id: 'CopyCollectionRequest', examples: [{ target_name: 'manuals-2026' }] });

export const changeEnvironmentBody = z
  .strictObject({ new_environment: environment })
  .meta({ id: 'ChangeEnvironmentRequest', examples: [{ new_environment: 'production' }] });

const storedMetadata = z.record(z.string(), z.unknown());

const collectionFields = {
  collection_id: z.string(),
  collection_name: z.string(),
  organization_id: z.string(),
  environment,
  description: z.string().nullable(),
  metadata: storedMetadata.nullable(),
  document_count: z.number().int(),
  is_active: z.boolean(),
  masking_bounds: maskingBoundsByTag.describe(
    'Bounds of masking that were set, by tag; others are `default`, and `off` for `AGE`.',
  ),
  embedding_model: z
    .string()
    .describe(
      'Model of its vectors: a local one by its name, or `<model>:<dimensions>` of an endpoint. While there is no ' +
        'document, what was chosen.',
    ),
  created_at: timestamp,
};

export const collectionItem = z
  .strictObject(collectionFields)
  .meta({ id: 'Collection', examples: [collectionExample] });
export type CollectionItem = z.infer<typeof collectionItem>;

export const putCollectionAnswer = extending(
  z
    .strictObject({
      ...collectionFields,
      created: z.boolean().describe('False when the name was in use: then nothing was changed.'),
    })
    .meta({ id: 'CreatedCollection' }),
  collectionItem,
);
export type PutCollectionAnswer = z.infer<typeof putCollectionAnswer>;

export const collectionList = z
  .strictObject({
    collections: z.array(collectionItem),
    total_count: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
  })
  .meta({ id: 'CollectionList' });
export type CollectionList = z.infer<typeof collectionList>;

export const copyAnswer = z
  .strictObject({
    success: z.literal(true),
    message: z.string(),
    source_collection: z.string(),
    collection_name: z.string(),
    collection_id: z.string(),
    documents_copied: z.number().int(),
    namespaces_copied: z
      .number()
      .int()
      .describe('One, since text and media share a namespace of vectors; none of an empty collection.'),
    files_copied: z.number().int(),
    relations_copied: z.number().int(),
    chunk_metadata_copied: z.number().int().describe('Chunks with metadata of their own.'),
    relations_unresolved: z.number().int().describe('Relations whose target document is gone.'),
  })
  .meta({ id: 'CopyResult', examples: [copyExample] });
export type CopyAnswer = z.infer<typeof copyAnswer>;

export const environmentAnswer = z
  .strictObject({
    success: z.literal(true),
    message: z.string(),
    collection_name: z.string(),
    files_moved: z.number().int(),
    previous_environment: environment,
    new_environment: environment,
  })
  .meta({ id: 'EnvironmentChange', examples: [environmentChangeExample] });
export type EnvironmentAnswer = z.infer<typeof environmentAnswer>;
