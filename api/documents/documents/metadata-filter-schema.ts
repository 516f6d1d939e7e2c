import { z } from 'zod';
import {
  filterBranchesMax,
  filterDepthMax,
  filterLeavesMax,
  filterValuesMax,
  rangeTextCharsMax,
} from '../../../src/retrieval';
import { documentedAs } from '../../http/openapi/documented-as';

const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.array(value).max(filterValuesMax);

const condition = z
  .strictObject({
    $eq: value,
    $ne: value,
    $gt: value,
    $gte: value,
    $lt: value,
    $lte: value,
    $in: values,
    $nin: values,
    $exists: z.boolean(),
  })
  .partial()
  .meta({ id: 'MetadataCondition', description: 'Operators on a key, at least one; all have to hold.' });

const branches = z.lazy((): z.ZodType => z.array(documentedFilter).min(1).max(filterBranchesMax));

const filterValue: z.ZodType = z.union([value, condition, branches]).meta({ id: 'MetadataFilterValue' });

/**
 * A filter for the OpenAPI document; `parseMetadataFilter` parses filters, not this schema. `$and` and `$or`
 * are not declared as members, since the types of several generators cannot combine members with a map.
 */
export const documentedFilter: z.ZodType = z.record(z.string(), filterValue).meta({
  id: 'MetadataFilter',
  description:
    'Conditions that all have to hold: on keys of custom metadata, by top-level names, and on `document_id` (or `file_id`), ' +
    '`filename`, `content_type` and `created_at`. A plain value means `$eq`; `$and` and `$or`, and no other keys, have lists of filters. ' +
    `At most ${filterDepthMax} levels, ${filterLeavesMax} conditions, ${filterBranchesMax} filters of one list, ` +
    `${filterValuesMax} values of one \`$in\`; texts of a range at most ${rangeTextCharsMax} characters. ` +
    'On a list `$eq` and `$in` mean "contains"; ' +
    '`$ne` and `$nin` hold where the key is missing; values of different types never match. `created_at` is compared with ISO 8601 ' +
    'dates and times as moments, every other text by its characters.',
});

/**
 * The metadata filter. An invalid filter is refused with its own code, 400 `invalid_metadata_filter`. The
 * document describes it inline as a nullable map, since the generator for Java supports no reference to a
 * nullable map.
 */
export const metadataFilter = documentedAs(z.unknown(), z.record(z.string(), filterValue).nullable())
  .optional()
  .describe('A `MetadataFilter`; null and `{}` are none.');
