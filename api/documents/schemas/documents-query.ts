import { z } from 'zod';
import { wholeNumber } from '../../platform/schemas/whole-number';

/** Longest page of a list of documents. */
const documentsPageMax = 1_000;
const documentsPageDefault = 100;

export const collectionName = z.string().describe('Name of the collection.');

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

export const collectionParams = z.strictObject({ collection_name: collectionName });
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
    .describe(
      'A filter as JSON text. Keys are names of custom metadata, or `file_id`, `filename`, `content_type`, `created_at`; a plain ' +
        'value means `$eq`. Operators: `$eq $ne $gt $gte $lt $lte $in $nin $exists`, and `$and`, `$or` over lists of filters. At most ' +
        '5 levels, 100 conditions, 50 filters of one list, 1,000 values of one `$in`; texts of a range at most 1,000 characters. On a ' +
        'list `$eq` and `$in` mean "contains"; `$ne` and `$nin` hold where the key is missing; values of different types never match. ' +
        '`created_at` is compared with ISO 8601 dates and times as moments, every other text by its characters.',
    )
    .meta({ examples: ['{"year":{"$gte":2024},"$or":[{"dept":"legal"},{"dept":"ops"}]}'] }),
});

export const getDocumentQuery = z.strictObject({
  include_regions: flag(false).describe('Adds `regions` to each chunk.'),
  include_metadata: flag(true).describe('Adds `metadata` and `custom_metadata`.'),
});
export const getDocumentV2Query = z.strictObject({
  include_bbox: flag(false).describe('Adds `bounding_boxes`.'),
});
export const getPageQuery = z.strictObject({ include_regions: flag(false).describe('Adds `regions`.') });
