import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ServedIndex } from '../search/served-indexes';

/** First members of every answer of a search: its id, and what has answered. */
export function presentServedBy({ row, asked, chosen, target }: ServedIndex) {
  return {
    query_id: newId(ID_PREFIX.productQuery),
    index: asked,
    build: target.buildId,
    served_by: { index: row.name, layer: chosen?.layer ?? null, group: chosen?.group ?? null },
  };
}
