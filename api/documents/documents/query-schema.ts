import { z } from 'zod';
import { wholeNumber } from '../../http/fields/whole-number';
import { collectionName } from '../collections/schema';
import { metadataFilter } from './metadata-filter-schema';

/** Longest page of a list of documents. */
const documentsPageMax = 1_000;
const documentsPageDefault = 100;

/** A query parameter with the values `true` and `false`. */
export function flag(byDefault: boolean) {
  return z
    .preprocess(
      (sent) => (sent === 'true' ? true : sent === 'false' ? false : sent),
      z.boolean({ error: 'must be true or false' }),
    )
    .default(byDefault);
}

const page = {
  limit: wholeNumber(1, documentsPageMax).default(documentsPageDefault),
  offset: wholeNumber(0).default(0),
};

export const documentParams = z.strictObject({ collection_name: collectionName, document_id: z.string() });
export const pageParams = z.strictObject({
  collection_name: collectionName,
  document_id: z.string(),
  page_number: wholeNumber(0).describe('From 0.'),
});

export const listDocumentsV2Query = z.strictObject(page);
export const listDocumentsQuery = z.strictObject({
  ...page,
  include_custom_metadata: flag(false).describe('Adds `custom_metadata`.'),
  metadata_filter: z
    .string()
    .optional()
    .describe('A `MetadataFilter` as JSON text. Default: every document.')
    .meta({ examples: ['{"year":{"$gte":2024},"$or":[{"dept":"legal"},{"dept":"ops"}]}'] }),
});

/** The list with its parameters in a body, whose filter may be longer than an address. */
export const searchDocumentsBody = z
  .strictObject({
    metadata_filter: metadataFilter,
    limit: z.int().min(1).max(documentsPageMax).default(documentsPageDefault),
    offset: z.int().min(0).default(0),
    include_custom_metadata: z.boolean().default(false).describe('Adds `custom_metadata`.'),
  })
  .meta({
    id: 'SearchDocumentsRequest',
    examples: [{ metadata_filter: { erp_id: { $in: ['A-1001', 'A-1002'] } }, limit: 100 }],
  });

export const getDocumentQuery = z.strictObject({
  include_regions: flag(false).describe('Adds `regions` to each chunk.'),
  include_metadata: flag(true).describe('Adds `metadata` and `custom_metadata`.'),
});
export const getDocumentV2Query = z.strictObject({
  include_bbox: flag(false).describe('Adds `bounding_boxes`.'),
});
export const getPageQuery = z.strictObject({ include_regions: flag(false).describe('Adds `regions`.') });
