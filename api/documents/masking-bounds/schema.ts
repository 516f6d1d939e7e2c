import { z } from 'zod';
import { MASKING_BOUNDS, PII_TAGS } from '../../../src/domain/platform/personal-data';
import { maskingTag } from './bounds-by-tag';
import { timestamp } from '../../http/fields/timestamp';
import { collectionName } from '../collections/schema';
import { maskingBoundsExample } from './examples';

export const maskingBoundParams = z.strictObject({
  collection_name: collectionName,
  tag: z.enum(PII_TAGS).describe('A built-in tag.'),
});

export const setMaskingBoundBody = z
  .strictObject({
    bound: z
      .enum(MASKING_BOUNDS)
      .describe(
        '`off` masks none of this kind; `AGE` has it until another is set. `stricter` and `wider` need more or less evidence; only kinds with ' +
          '`graded: true` have them.',
      ),
  })
  .meta({ id: 'SetMaskingBoundRequest', examples: [{ bound: 'wider' }] });

export const maskingBounds = z
  .strictObject({
    bounds: z
      .array(
        z
          .strictObject({
            tag: maskingTag,
            bound: z.enum(MASKING_BOUNDS),
            graded: z.boolean().describe('Whether the bound may be `stricter` or `wider`.'),
            set_by: z.string().nullable().describe('Id of the key that has set it last; null before.'),
            set_at: timestamp.nullable(),
          })
          .meta({ id: 'MaskingBound' }),
      )
      .describe('One for each built-in tag.'),
  })
  .meta({ id: 'MaskingBounds', examples: [maskingBoundsExample] });
export type MaskingBoundsResource = z.infer<typeof maskingBounds>;
