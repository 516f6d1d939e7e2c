import { GRADED_TAGS, initialBoundOf, PII_TAGS } from '../../../src/domain/platform/personal-data';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type MaskingBoundsResource } from './schema';

/** The bounds of a collection, one for each built-in tag. */
export function presentMaskingBounds({
  maskingBounds = {},
}: Pick<CollectionRow, 'maskingBounds'>): MaskingBoundsResource {
  return {
    bounds: PII_TAGS.map((tag) => {
      const set = maskingBounds[tag];
      return {
        tag,
        bound: set?.bound ?? initialBoundOf(tag),
        graded: GRADED_TAGS.includes(tag),
        set_by: set?.setBy ?? null,
        set_at: set?.setAt.toISOString() ?? null,
      };
    }),
  };
}
