import { type ServedIndex } from './served-indexes';

/** First members of every answer of a search: its id, and what has answered. */
export function presentServedBy({ queryId, row, asked, chosen, target }: ServedIndex) {
  return {
    query_id: queryId,
    index: asked,
    build: target.buildId,
    served_by: { index: row.name, layer: chosen?.layer ?? null, group: chosen?.group ?? null },
  };
}
